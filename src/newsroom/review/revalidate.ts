import { CHECKS } from '#newsroom/checks/check-draft.ts'
import { isJudgeCheck } from '#newsroom/judging/judge-check.ts'
import { compare } from '#newsroom/review/compare.ts'
import type { Checked, Edit, ReadTexts } from '#newsroom/review/edit.ts'
import { inspect } from '#newsroom/review/inspect.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'

/**
 * Checks an article again after a person has edited it, by the rules that it was published under: with the texts that the
 * newsroom read, or, where it read none as for the first edition, by what can be told of the text alone. A check that found
 * something that blocks has failed. `evidence` is what each sentence rests on now, as far as code could tell.
 */
export async function revalidate(options: Edit): Promise<Checked & { html: string }> {
  const { edited, before, date } = options
  const texts = await textsOf(options)
  const isOfNewsroom =
    before.sources.some(({ url }) => texts.has(url)) ||
    before.checks.some(({ name }) => CHECKS.some((check) => check.name === name))
  const html = await renderArticle(edited.markdown, edited.sources, { links: !isOfNewsroom })
  const { checks, findings, evidence } = isOfNewsroom ? compare(options, { texts, html }) : await inspect(options)
  // What the judge said, it said of the first text; it still was the first text's after a second correction.
  const judged = before.checks
    .filter(isJudgeCheck)
    .map((check) =>
      check.detail.includes(BEFORE) ? check : { ...check, detail: `${check.detail}, ${BEFORE} of ${date}` },
    )
  return { html, checks: [...checks, ...judged], findings, evidence }
}

const BEFORE = 'before the correction'

// A title and a publisher are evidence too: they are those that were read, whatever the list says of them now.
async function textsOf({ edited, before, textOf, dateOf, date }: Edit): Promise<ReadTexts> {
  const texts: ReadTexts = new Map()
  for (const { url, title, publisher } of [...before.sources, ...edited.sources]) {
    if (texts.has(url)) continue
    const text = await textOf(url)
    if (text !== null) texts.set(url, { url, title, publisher, text, hash: '', date: dateOf(url) ?? date })
  }
  return texts
}
