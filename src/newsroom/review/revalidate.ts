import type { Source } from '#blog/post.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { count, isBlocking, JUDGED_NAME, revising, type Finding } from '#newsroom/article/finding.ts'
import { parseDraft } from '#newsroom/article/parse-draft.ts'
import { UNCITED } from '#newsroom/article/render-markdown.ts'
import { checkEvidence, CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { mostRelevantFirst } from '#newsroom/drafting/fit-sources.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { checksOf, CODE_CHECK } from '#newsroom/publishing/starter.ts'
import {
  currentRecord,
  listFindings,
  numberListed,
  publisherFindings,
  recordEvidence,
  type Checked,
  type Cited,
  type Edit,
  type ReadTexts,
} from '#newsroom/review/edit.ts'
import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'

/**
 * Checks an article again after a person edited it, against the texts that the newsroom read. Articles in the first
 * edition were written without such texts, so only their own text and their source lists are checked.
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

// Stet's tests run the code in the first edition. Code that a person has edited has not been run.
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

/** The name of the check that counts the sentences that code could not compare with their evidence. */
export const VOUCHED_NAME = 'Every sentence compared with its evidence, or vouched for by a person'

// Runs all of the newsroom's checks on an edited article, against the texts that the newsroom read.
function compare(edit: Edit, { texts, html }: { texts: ReadTexts; html: string }): Checked {
  const { edited, before, published } = edit
  const record = { sources: before.sources, evidence: before.evidence ?? [] }
  const recorded = currentRecord(record, texts)
  const sources = numberListed(edited.sources, { texts, record })
  const read = sources.filter(({ url }) => texts.has(url))
  const draft = parseDraft(edited, recorded)
  const earlierDraft = parseDraft(before, recorded)
  const { cited, vouched, findings, detail } = compareClaims(claimsOf(draft), { sources, read })
  const subject = { draft, sources: read, published, canaries: [], instructions: '' }
  const own = [...findings, ...listFindings(edited), ...publisherFindings(edited)]
  const unchanged = unchangedPlaces(
    { draft, sources: edited.sources },
    { draft: earlierDraft, sources: before.sources },
  )
  const isRetold = edited.title !== before.title || edited.excerpt !== before.excerpt
  const reports = [
    { name: EVIDENCE_NAME, detail, findings: own },
    ...CHECKS.map((check) => ({ name: check.name, ...check.run(subject) })),
  ].map(({ name, detail, findings }) => {
    const earlier = before.checks.find((check) => check.name === name)
    // Later posts must not turn a published article into a repeat.
    if (name === repeat.name && !isRetold && earlier !== undefined) return { ...earlier, findings: [] }
    // In unchanged text, a finding blocks only if the check that found it had failed before the edit.
    const isExcused = (finding: Finding) =>
      earlier?.passed !== false && isBlocking(finding) && unchanged.has(finding.where)
    const excused = findings.filter(isExcused).length
    const doubts = excused === 0 ? '' : `, ${count(excused, 'doubt')} about unchanged text`
    const judged = findings.map((finding) => (isExcused(finding) ? revising(finding) : finding))
    return { name, detail: `${detail}${doubts}`, passed: !judged.some(isBlocking), findings: judged }
  })
  const compared = `${cited.length - vouched.length} of ${count(cited.length, 'sentence')} compared`
  return {
    checks: [
      ...reports.map(({ name, passed, detail }) => ({ name, passed, detail })),
      ...(vouched.length === 0
        ? []
        : [{ name: VOUCHED_NAME, passed: true, detail: `${compared}, a person vouches for the rest` }]),
    ],
    findings: [...reports.flatMap((report) => report.findings), ...vouched],
    evidence: recordEvidence(cited, { sources, html }),
  }
}

type Article = { draft: Draft; sources: Source[] }

// Returns the addresses of claims whose text and cited sources are the same as before.
function unchangedPlaces(now: Article, before: Article): Set<string> {
  const keysOf = ({ draft, sources }: Article) =>
    claimsOf(draft).map(({ where, text, from }) => {
      const urls = new Set(from.map((id) => sources[Number(/\d+/.exec(id)?.[0]) - 1]?.url ?? ''))
      return { where, key: JSON.stringify([text, ...[...urls].toSorted()]) }
    })
  const known = new Set(keysOf(before).map(({ key }) => key))
  return new Set(keysOf(now).flatMap(({ where, key }) => (known.has(key) ? [where] : [])))
}

// Compares each claim with its recorded units. A claim that a person changed is compared with the whole text of the
// sources it cites. If a claim cites an unread source or shares no words with its sources, code cannot compare it, so
// the person vouches for it.
function compareClaims(claims: Claim[], { sources, read }: { sources: NumberedSource[]; read: NumberedSource[] }) {
  const unread = sources.filter((source) => !read.includes(source)).map(({ id }) => id)
  const located = claims.map((claim) => {
    const ids = [...new Set(claim.from.map((id) => id.split('.')[0] ?? id))]
    const units = claim.from.filter((id) => id.includes('.'))
    const changed = claim.from.filter((id) => !id.includes('.'))
    const isListed = ids.every((id) => sources.some((source) => source.id === id))
    const isUnread = isListed && ids.some((id) => unread.includes(id))
    const isRecorded =
      changed.length === 0 && (units.length > 0 || !UNCITED.has(claim.kind) || claim.kind === 'heading')
    const isOpen = isListed && !isUnread && !isRecorded
    const own = isOpen ? read.filter(({ id }) => ids.length === 0 || changed.includes(id)) : []
    const from = isListed ? [...new Set([...units, ...own.flatMap((source) => nearestUnits(claim, source))])] : []
    const compared = [...units, ...own.flatMap((source) => allUnits(claim, source))]
    return { claim, ids, from, compared, isListed, isUnread, isRecorded, isUnlike: isOpen && from.length === 0 }
  })
  const { findings: all, detail } = checkEvidence({
    claims: located
      .filter(({ isListed, isUnread }) => isListed && !isUnread)
      .map(({ claim, compared }) => ({ ...claim, from: compared })),
    sources: read,
  })
  const vouchedText = located.filter(({ isUnread }) => isUnread).map(({ claim }) => claim.text)
  const edited = new Set(located.filter(({ isRecorded }) => !isRecorded).map(({ claim }) => claim.where))
  const findings = all
    .filter(({ code, severity, where }) => code !== 'too-much-evidence' && (severity !== 'ask' || edited.has(where)))
    .map((finding): Finding => {
      const kind = claims.find(({ where }) => where === finding.where)?.kind
      const isVouched =
        kind !== undefined && UNCITED.has(kind) && vouchedText.some((text) => text.includes(finding.evidence))
      if (finding.code === 'no-evidence') return { ...finding, message: NO_CITATION }
      if (!isBlocking(finding) || !isVouched) return finding
      return revising({ ...finding, message: `${finding.message} Its evidence may be in ${unread.join(', ')}.` })
    })
  const failing = new Set(findings.filter(isBlocking).map(({ where }) => where))
  return {
    findings,
    detail,
    cited: located.map(({ claim, ids, from, isRecorded }): Cited => {
      // If a changed claim fails, do not record the units that code chose, because they do not support it.
      return { claim, ids, from: !isRecorded && failing.has(claim.where) ? [] : from }
    }),
    vouched: located.flatMap(({ claim, ids, isUnread, isUnlike }) => {
      if (isUnread)
        return [notCompared(claim, `The newsroom has no text of ${ids.filter((id) => unread.includes(id)).join(', ')}`)]
      if (!isUnlike || failing.has(claim.where)) return []
      return [notCompared(claim, `No sentence of ${ids.join(', ') || 'its sources'} shares words with this`)]
    }),
  }
}

const NO_CITATION =
  'It does not cite a source. Add the number of a source at the end, such as [S1], or remove the sentence.'

function notCompared({ where, text }: Claim, why: string): Finding {
  const message = `${why}, so code could not compare this sentence. You vouch for it.`
  return revising({ code: 'not-compared', where, message, evidence: text })
}

const MIN_SHARED = 2

// Returns the unit that shares the most words and numbers with a claim, and at least two of them.
function nearestUnits(claim: Claim, source: NumberedSource): string[] {
  if (claim.kind === 'code') return allUnits(claim, source)
  const words = contentStems(claim.text)
  const units = textUnits(source).filter(({ text }) => contentStems(text).intersection(words).size >= MIN_SHARED)
  return mostRelevantFirst(units, words)
    .slice(0, 1)
    .map(({ id }) => id)
}

// For a code block, returns the units that contain its lines. For any other claim, returns all units with text.
function allUnits({ kind, text }: Claim, source: NumberedSource): string[] {
  const lines = new Set(text.split('\n').map((line) => line.trim()))
  const code = textUnits(source).filter((unit) => kind === 'code' && lines.has(unit.text.trim()))
  return (code.length > 0 ? code : textUnits(source)).map(({ id }) => id)
}

function textUnits({ units }: NumberedSource): Unit[] {
  return units.filter((unit) => unit.kind !== 'date' && unit.kind !== 'author' && isArticleText(unit))
}
