import { JUDGED_NAME, revising, type Finding } from '#newsroom/article/finding.ts'
import { parseDraft } from '#newsroom/article/parse-draft.ts'
import { CHECKS } from '#newsroom/checks/check-draft.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { checksOf } from '#newsroom/publishing/starter.ts'
import { compare } from '#newsroom/review/compare.ts'
import { blanks, listFindings, type Checked, type Edit, type ReadTexts } from '#newsroom/review/edit.ts'

/**
 * Checks an article again after a person edited it. Compares it with the texts that the newsroom read. An article of the
 * first edition was written without them, so only its own text and its list of sources are checked.
 */
export async function revalidate(options: Edit): Promise<Checked & { html: string }> {
  const { edited, before, date } = options
  const texts = await textsOf(options)
  const isOfNewsroom =
    before.sources.some(({ url }) => texts.has(url)) ||
    before.checks.some(({ name }) => CHECKS.some((check) => check.name === name))
  const html = await renderArticle(edited.markdown, edited.sources, { isOfNewsroom })
  const { checks, findings, evidence } = isOfNewsroom ? compare(options, { texts, html }) : inspect(options)
  // The judge saw the text before the first correction.
  const judged = before.checks
    .filter(({ name }) => name.startsWith(JUDGED_NAME) || name === FORMER_JUDGED_NAME)
    .map((check) =>
      check.detail.includes(BEFORE) ? check : { ...check, detail: `${check.detail}, ${BEFORE} of ${date}` },
    )
  return { html, checks: [...checks, ...judged], findings, evidence }
}

// The name in older posts.
const FORMER_JUDGED_NAME = 'Facts compared with the sources by a second model call'
const BEFORE = 'before the correction'
const RUN_NAME = 'Code executed, its output compared'

// The tests of this package run the code of the first edition. Code that a person edits has not been run.
function inspect({ edited, before }: Edit): Checked {
  const { markdown, sources } = edited
  const list = listFindings(edited).map((finding): Finding => ({ ...finding, severity: 'block' }))
  const wasRun = before.checks.some(({ name }) => name === RUN_NAME)
  const ran = wasRun ? runnableBlocks(before.markdown).map((block) => JSON.stringify(block)) : []
  const unrun = runnableBlocks(markdown).filter((block) => !ran.includes(JSON.stringify(block)))
  const message = 'This code has not been run since it changed: run it, and compare its output with the article.'
  return {
    checks: checksOf(markdown, sources).filter(({ name }) => name !== RUN_NAME || unrun.length === 0),
    findings: [
      ...blanks(edited, parseDraft(edited, sources)),
      ...list,
      ...unrun.map(({ code }) => revising({ code: 'code-not-run', where: 'text', message, evidence: code })),
    ],
    evidence: [],
  }
}

// Title and publisher are evidence too, so use the ones from the time of reading.
async function textsOf({ edited, before, textOf, dateOf, date }: Edit): Promise<ReadTexts> {
  const texts: ReadTexts = new Map()
  for (const { url, title, publisher } of [...before.sources, ...edited.sources]) {
    if (texts.has(url)) continue
    const text = await textOf(url)
    if (text !== null) texts.set(url, { url, title, publisher, text, hash: '', date: dateOf(url) ?? date })
  }
  return texts
}
