import rehypeRaw from 'rehype-raw'
import rehypeSanitize from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { blocking, count, revising, type Finding } from '#newsroom/article/finding.ts'
import { markup } from '#newsroom/checks/rules/markup.ts'
import { parseDraft } from '#newsroom/article/parse-draft.ts'
import { blanks, listFindings } from '#newsroom/review/article-findings.ts'
import type { Checked, Edit, EditedArticle } from '#newsroom/review/edit.ts'
import { ALLOWED, removeForeignMarkup } from '#newsroom/publishing/render/allowed.ts'
import { keepFence, runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { checksOf } from '#newsroom/publishing/starter.ts'

const RUN_NAME = 'Code executed, its output compared'
// Readers see it only if it fails.
const SHOWN_NAME = 'Nothing in the text but words, figures and links to the web'
const EXPLANATIONS: Record<string, string> = {
  'Every citation names a listed source': 'unknown-source',
  'Every listed source is cited': 'uncited-source',
}

/** Checks the text of an edited article of the first edition, which has only a list of sources, and does not run its code. */
export async function inspect({ edited, before }: Edit): Promise<Checked> {
  const { markdown, sources } = edited
  const list = listFindings(edited).map((finding): Finding => ({ ...finding, severity: 'block' }))
  const explains = (name: string) => list.some(({ code }) => code === EXPLANATIONS[name])
  const unrun = notRun(markdown, before)
  const checks = checksOf(markdown, sources)
    .filter(({ name }) => name !== RUN_NAME || unrun.length === 0)
    .map((check) => ({ ...check, passed: check.passed && !explains(check.name) }))
  const failed = checks.filter(({ name, passed }) => !passed && !explains(name))
  const foreign = await foreignFindings(edited)
  const shown = { name: SHOWN_NAME, passed: false, detail: count(foreign.length, 'other thing') }
  return {
    checks: foreign.length === 0 ? checks : [...checks, shown],
    findings: [
      ...blanks(edited, parseDraft(edited, sources)),
      ...list,
      ...failed.map(({ name, detail }) => {
        const message = `The check "${name}" fails now (${detail}).`
        return blocking({ code: 'check-failed', where: 'text', message, evidence: name })
      }),
      ...foreign,
      ...unrun,
    ],
    evidence: [],
  }
}

// The tests of this package run the code of the first edition. Code that a person edits has not been run.
function notRun(markdown: string, before: Edit['before']): Finding[] {
  const wasRun = before.checks.some(({ name }) => name === RUN_NAME)
  const ran = wasRun ? runnableBlocks(before.markdown).map((block) => JSON.stringify(block)) : []
  return runnableBlocks(markdown)
    .filter((block) => !ran.includes(JSON.stringify(block)))
    .map(({ code }) => {
      const message = 'This code has not been run since it changed: run it, and compare its output with the article.'
      return revising({ code: 'code-not-run', where: 'text', message, evidence: code })
    })
}

// Markup that a page drops, and characters that a page hides.
async function foreignFindings(edited: EditedArticle): Promise<Finding[]> {
  const draft = parseDraft(edited, edited.sources)
  const { findings } = markup.run({ draft, sources: [], published: [], canaries: [], instructions: '' })
  const isOutside = ({ where }: Finding) => /^(?:title|excerpt|tags)/.test(where)
  const message = 'A page does not show this: remove it, or write it as text.'
  return [
    ...findings.filter((finding) => finding.code === 'hidden-character' || isOutside(finding)),
    ...(await dropped(edited.markdown)).map((evidence) =>
      blocking({ code: 'foreign-markup', where: 'text', message, evidence }),
    ),
  ]
}

async function dropped(markdown: string): Promise<string[]> {
  const reader = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(remarkRehype, { allowDangerousHtml: true, handlers: { code: keepFence } })
    .use(rehypeRaw)
  const tree = await reader.run(reader.parse(markdown))
  const cleaner = unified()
    .use(rehypeSanitize, ALLOWED)
    .use(() => (tree: Parameters<typeof removeForeignMarkup>[0]) => removeForeignMarkup(tree))
  const left = tagsOf(await cleaner.run(structuredClone(tree)))
  return tagsOf(tree).filter((tag) => {
    const at = left.indexOf(tag)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function tagsOf(tree: Parameters<typeof removeForeignMarkup>[0]): string[] {
  const tags: string[] = []
  visit(tree, (node) => {
    if (node.type === 'comment') tags.push(`<!--${node.value}-->`)
    if (node.type !== 'element') return
    const attributes = Object.entries(node.properties).map(([name, value]) => ` ${name}="${String(value)}"`)
    tags.push(`<${node.tagName}${attributes.toSorted().join('')}>`)
  })
  return tags
}
