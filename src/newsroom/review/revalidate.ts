import { JUDGED_NAME, revising, type Finding } from '#newsroom/article/finding.ts'
import { CHECKS } from '#newsroom/checks/check-draft.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { checksOf, CODE_CHECK } from '#newsroom/publishing/starter.ts'
import { compare } from '#newsroom/review/compare.ts'
import { listFindings, type Checked, type Edit, type ReadTexts } from '#newsroom/review/edit.ts'

/**
 * Checks an article again after a person edited it, against the texts that the newsroom read. Articles of the first
 * edition were written without such texts, so only their text and their list of sources are checked.
 */
export async function revalidate(options: Edit): Promise<Checked & { html: string }> {
  const { edited, before, date, readSource } = options
  const urls = [...new Set([...before.sources, ...edited.sources].map(({ url }) => url))]
  const read = await Promise.all(urls.map(readSource))
  const texts: ReadTexts = new Map(read.filter((source) => source !== null).map((source) => [source.url, source]))
  const isOfNewsroom =
    before.sources.some(({ url }) => texts.has(url)) ||
    before.checks.some(({ name }) => CHECKS.some((check) => check.name === name))
  const html = await renderArticle(edited.markdown, edited.sources, { isOfNewsroom })
  const { checks, findings, evidence } = isOfNewsroom ? compare(options, { texts, html }) : inspect(options)
  // The judge's result applies to the text before the first correction.
  const judged = before.checks
    .filter(({ name }) => name.startsWith(JUDGED_NAME))
    .map((check) =>
      check.detail.includes(BEFORE) ? check : { ...check, detail: `${check.detail}, ${BEFORE} of ${date}` },
    )
  return { html, checks: [...checks, ...judged], findings, evidence }
}

const BEFORE = 'before the correction'

// The tests of this package run the code in the first edition. Code that a person has edited has not been run.
function inspect({ edited, before }: Edit): Checked {
  const { markdown, sources } = edited
  const list = listFindings(edited).map((finding): Finding => ({ ...finding, severity: 'block' }))
  const wasRun = before.checks.some(({ name }) => name === CODE_CHECK)
  const ran = wasRun ? runnableBlocks(before.markdown).map((block) => JSON.stringify(block)) : []
  const unrun = runnableBlocks(markdown).filter((block) => !ran.includes(JSON.stringify(block)))
  const message = 'This code has not been run since it changed. Run it, and compare its output with the article.'
  return {
    checks: checksOf(markdown, sources).filter(({ name }) => name !== CODE_CHECK || unrun.length === 0),
    findings: [
      ...list,
      ...unrun.map(({ code }) => revising({ code: 'code-not-run', where: 'text', message, evidence: code })),
    ],
    evidence: [],
  }
}
