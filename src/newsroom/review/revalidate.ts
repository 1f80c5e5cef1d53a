import { CHECKS } from '#newsroom/checks/check-draft.ts'
import { isJudgeCheck } from '#newsroom/judging/judge-check.ts'
import { compare } from '#newsroom/review/compare.ts'
import type { Checked, Edit, ReadTexts } from '#newsroom/review/edit.ts'
import { inspect } from '#newsroom/review/inspect.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'

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
  const html = await renderArticle(edited.markdown, edited.sources, { links: !isOfNewsroom })
  const { checks, findings, evidence } = isOfNewsroom ? compare(options, { texts, html }) : await inspect(options)
  // The judge saw the text before the first correction.
  const judged = before.checks
    .filter(isJudgeCheck)
    .map((check) =>
      check.detail.includes(BEFORE) ? check : { ...check, detail: `${check.detail}, ${BEFORE} of ${date}` },
    )
  return { html, checks: [...checks, ...judged], findings, evidence }
}

const BEFORE = 'before the correction'

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
