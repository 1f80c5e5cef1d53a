import { CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { count, type Finding } from '#newsroom/article/finding.ts'
import { blanks, listFindings, publisherFindings } from '#newsroom/review/article-findings.ts'
import { compareEvidence, type Comparison } from '#newsroom/review/compare-evidence.ts'
import type { Checked, Edit, EditedArticle, ReadTexts, Recorded } from '#newsroom/review/edit.ts'
import { currentRecord, numberListed } from '#newsroom/review/numbered-sources.ts'
import { recordEvidence } from '#newsroom/review/record-evidence.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { words, type Draft, type Sentence } from '#newsroom/article/draft.ts'
import { parseDraft } from '#newsroom/article/parse-draft.ts'
import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** What the check is called that says how much of an article code could not compare. */
export const VOUCHED_NAME = 'Every sentence compared with its evidence, or vouched for by a person'

/** Checks an edited article of the newsroom by every rule of the newsroom, with the texts that it read. */
export function compare(edit: Edit, { texts, html }: { texts: ReadTexts; html: string }): Checked {
  const { edited, before, published } = edit
  const record = { sources: before.sources, evidence: before.evidence ?? [] }
  const now = examine(edited, { record, texts, published })
  const isSound = now.reports.every(({ findings }) => errorsIn(findings) === 0)
  const was = isSound ? [] : examine(before, { record, texts, published }).reports
  const isRetold = edited.title !== before.title || edited.excerpt !== before.excerpt
  const reports = now.reports.map(({ name, detail, findings }) => {
    const known = before.checks.find((check) => check.name === name)
    // A text that was no repeat when it was published is none because of what came later.
    if (name === repeat.name && !isRetold && known !== undefined) return { ...known, findings: [] }
    const isNew = name === repeat.name || known?.passed === false
    const old = isNew ? [] : (was.find((report) => report.name === name)?.findings ?? [])
    const judged = excuse(findings, { draft: now.draft, was: parseDraft(before, before.sources), old })
    const all = name === shape.name ? [...judged, ...blanks(edited, now.draft)] : judged
    const excused = errorsIn(findings) - errorsIn(judged)
    // What a reader is told has to hold of the whole article.
    const doubts =
      name === EVIDENCE_NAME && excused > 0 ? `, ${count(excused, 'doubt')} about what stands as it was` : ''
    return { name, detail: `${detail}${doubts}`, passed: errorsIn(all) === 0, findings: all }
  })
  const { resting, vouched } = now.comparison
  const detail = `${resting.length - vouched.length} of ${count(resting.length, 'sentence')} compared, a person vouches for the rest`
  return {
    checks: [
      ...reports.map(({ name, passed, detail }) => ({ name, passed, detail })),
      ...(vouched.length === 0 ? [] : [{ name: VOUCHED_NAME, passed: true, detail }]),
    ],
    findings: [...reports.flatMap(({ findings }) => findings), ...vouched],
    evidence: recordEvidence(resting, { sources: now.sources, markdown: edited.markdown, html }),
  }
}

type Examined = {
  draft: Draft
  sources: NumberedSource[]
  comparison: Comparison
  reports: { name: string; detail: string; findings: Finding[] }[]
}

function examine(
  article: EditedArticle,
  { record, texts, published }: { record: Recorded; texts: ReadTexts; published: Edit['published'] },
): Examined {
  const sources = numberListed(article.sources, { texts, record })
  const unread = sources.filter(({ url }) => !texts.has(url)).map(({ id }) => id)
  const draft = parseDraft(article, article.sources, currentRecord(record, texts))
  const comparison = compareEvidence(draft, { sources, unread })
  const read = sources.filter(({ id }) => !unread.includes(id))
  const reports = CHECKS.map((check) => {
    const { detail, findings } = check.run({ draft, sources: read, published, canaries: [], instructions: '' })
    return { name: check.name, detail, findings }
  })
  const findings = [...comparison.findings, ...listFindings(article), ...publisherFindings(article)]
  return {
    draft,
    sources,
    comparison,
    reports: [{ name: EVIDENCE_NAME, detail: comparison.looked, findings }, ...reports],
  }
}

function errorsIn(findings: Finding[]): number {
  return findings.filter(({ severity }) => severity === 'block').length
}

/**
 * What stands as it was published has passed, whatever rules came later: what is found in it too keeps nothing back. And a
 * length is a goal for a writer. A person takes out what is wrong, and what is left may be short: true and short is better
 * than wrong, so what is no longer than it was is not kept back for its length. What a person adds is held to it.
 */
function excuse(findings: Finding[], { draft, was, old }: { draft: Draft; was: Draft; old: Finding[] }): Finding[] {
  const known = new Set(old.map(keyOf))
  return findings.map((finding) => {
    const sizeOf = SIZES[finding.code]
    const isShortened = sizeOf !== undefined && sizeOf(draft) <= sizeOf(was)
    return isShortened || known.has(keyOf(finding)) ? { ...finding, severity: 'revise' } : finding
  })
}

const SIZES: { [code: string]: (draft: Draft) => number } = {
  'title-length': ({ title }) => wordsIn(title),
  'excerpt-length': ({ excerpt }) => excerpt.reduce((sum, sentence) => sum + wordsIn(sentence), 0),
  'draft-length': words,
  'tag-count': ({ tags }) => tags.length,
  'sections-length': ({ sections }) => sections.length,
}

function wordsIn({ text }: Sentence): number {
  return text.split(/\s+/).length
}

// The numbers of sources are those of the list, which may have changed.
function keyOf({ code, message, evidence }: Finding): string {
  return [code, message.replaceAll(/\bS\d+(?:\.\w+)?/g, ''), evidence].join('\n')
}
