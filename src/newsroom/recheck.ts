import { CHECKS } from '#newsroom/check-draft.ts'
import { JUDGE_NAME } from '#newsroom/judge.ts'
import { compare } from '#newsroom/recheck/compare.ts'
import type { Checked, Edit, Kept } from '#newsroom/recheck/edit.ts'
import { inspect } from '#newsroom/recheck/inspect.ts'
import { renderArticle } from '#newsroom/render.ts'

/**
 * Checks an article again after a person has edited it, by the rules that it was published under: with the texts that the
 * newsroom read, or, where it read none as for the first edition, by what can be told of the text alone. A check that found
 * something that blocks has failed.
 */
export async function recheck(options: Edit): Promise<Checked & { html: string }> {
  const { edited, before, date } = options
  const kept = await keptTexts(options)
  const isOfNewsroom =
    before.sources.some(({ url }) => kept.has(url)) ||
    before.checks.some(({ name }) => CHECKS.some((check) => check.name === name))
  const { checks, findings } = isOfNewsroom ? compare(options, kept) : await inspect(options)
  // What the judge said, it said of the first text; it still was the first text's after a second correction.
  const judged = before.checks
    .filter(({ name }) => name === JUDGE_NAME)
    .map((check) =>
      check.detail.includes(BEFORE) ? check : { ...check, detail: `${check.detail}, ${BEFORE} of ${date}` },
    )
  return {
    html: await renderArticle(edited.markdown, edited.sources, { links: !isOfNewsroom }),
    checks: [...checks, ...judged],
    findings,
  }
}

const BEFORE = 'before the correction'

// A title and a publisher are evidence too: they are those that were read, whatever the list says of them now.
async function keptTexts({ edited, before, textOf, dateOf, date }: Edit): Promise<Kept> {
  const kept: Kept = new Map()
  for (const { url, title, publisher } of [...before.sources, ...edited.sources]) {
    if (kept.has(url)) continue
    const text = await textOf(url)
    if (text !== null) kept.set(url, { url, title, publisher, text, hash: '', date: dateOf(url) ?? date })
  }
  return kept
}
