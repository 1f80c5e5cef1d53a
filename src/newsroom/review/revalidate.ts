import type { Source } from '#blog/post.ts'
import { claimsOf, type Claim, type Draft } from '#newsroom/article/draft.ts'
import { count, isBlocking, JUDGED_NAME, revising, type Finding } from '#newsroom/article/finding.ts'
import { parseDraft, type EditedArticle } from '#newsroom/article/parse-draft.ts'
import { LONGEST_QUOTE, UNCITED } from '#newsroom/article/render-markdown.ts'
import { checkEvidence, CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { mostRelevantFirst } from '#newsroom/drafting/fit-sources.ts'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { checksOf, CODE_CHECK } from '#newsroom/publishing/starter.ts'
import {
  citedSources,
  listFindings,
  publisherFindings,
  quotesFrom,
  recordEvidence,
  type Checked,
  type Edit,
  type Quote,
} from '#newsroom/review/edit.ts'
import type { Reference } from '#newsroom/sources/entry.ts'
import { numberSource } from '#newsroom/sources/units.ts'
import { isArticleText, type NumberedSource, type Unit } from '#newsroom/sources/unit.ts'
import { contentStems } from '#text/common-words.ts'
import { shorten } from '#text/sentences.ts'

/**
 * Checks an article again after a person edited it, against the texts that the newsroom read. Articles in the first
 * edition were written without such texts and checks, so only their own text and their source lists are checked.
 */
export async function revalidate(options: Edit): Promise<Checked & { html: string }> {
  const { edited, before, date, readSource } = options
  const urls = [...new Set([...before.sources, ...edited.sources].map(({ url }) => url))]
  const read = await Promise.all(urls.map(readSource))
  const texts = read.filter((source) => source !== null)
  const isOfNewsroom = before.checks.some(({ name }) => name === EVIDENCE_NAME)
  const html = await renderArticle(edited.markdown, edited.sources, { isOfNewsroom, links: edited.links })
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

// Runs the newsroom's checks on an edited article, against the texts that the newsroom read. Unchanged text was checked
// before it was published, so its findings count only if the check that found them failed then.
function compare(edit: Edit, { texts, html }: { texts: Omit<Reference, 'id'>[]; html: string }): Checked {
  const { edited, before, published } = edit
  const record = { sources: before.sources, evidence: before.evidence ?? [] }
  const read = edited.sources.flatMap(({ url }, index) => {
    const text = texts.find((text) => text.url === url)
    return text === undefined ? [] : [numberSource({ ...text, id: `S${index + 1}` })]
  })
  const draft = parseDraft(edited, record)
  const claims = claimsOf(draft)
  const unchanged = unchangedPlaces(
    { draft, sources: edited.sources },
    { draft: parseDraft(before, record), sources: before.sources },
  )
  const hasPassed = (name: string) => before.checks.find((check) => check.name === name)?.passed !== false
  const changed = claims.filter(({ where }) => !hasPassed(EVIDENCE_NAME) || !unchanged.has(where))
  const { findings, vouched, nearest } = compareClaims(changed, { edited, read })
  const recorded = quotesFrom(record, edited.sources)
  const own = [...findings, ...listFindings(edited), ...publisherFindings(edited, before)]
  const compared = claims.length - vouched.length
  // Later posts must not turn a published article into a repeat.
  const isRetold = edited.title !== before.title || edited.excerpt !== before.excerpt
  const subject = { draft, sources: read, published: isRetold ? published : [], canaries: [], instructions: '' }
  const reports = [
    { name: EVIDENCE_NAME, detail: count(compared, 'claim'), findings: own },
    ...CHECKS.map(({ name, run }) => {
      const { detail, findings } = run(subject)
      return { name, detail, findings: findings.filter(({ where }) => !hasPassed(name) || !unchanged.has(where)) }
    }),
  ]
  return {
    checks: [
      ...reports.map(({ name, detail, findings }) => ({ name, passed: !findings.some(isBlocking), detail })),
      ...(vouched.length === 0
        ? []
        : [
            {
              name: VOUCHED_NAME,
              passed: true,
              detail: `${compared} of ${count(claims.length, 'sentence')} compared, a person vouches for the rest`,
            },
          ]),
    ],
    findings: [...reports.flatMap((report) => report.findings), ...vouched],
    evidence: recordEvidence(
      claims.map((claim) => ({ claim, quotes: nearest.get(claim.where) ?? recorded(claim) })),
      html,
    ),
  }
}

type Article = { draft: Draft; sources: Source[] }

// Returns the addresses of claims whose text and cited sources are the same as before.
function unchangedPlaces(now: Article, before: Article): Set<string> {
  const keysOf = ({ draft, sources }: Article) =>
    claimsOf(draft).map((claim) => {
      const urls = citedSources(claim).map((id) => sources[Number(id.slice(1)) - 1]?.url ?? '')
      return { where: claim.where, key: JSON.stringify([claim.text, ...urls.toSorted()]) }
    })
  const known = new Set(keysOf(before).map(({ key }) => key))
  return new Set(keysOf(now).flatMap(({ where, key }) => (known.has(key) ? [where] : [])))
}

// Compares changed claims with the whole text of the sources they cite, or of all sources if they cite none. If a claim
// cites a source that the newsroom did not read, the person vouches for it. `nearest` quotes the most similar unit of
// each source for a claim without recorded units.
function compareClaims(claims: Claim[], { edited, read }: { edited: EditedArticle; read: NumberedSource[] }) {
  const listed = edited.sources.map((_, index) => `S${index + 1}`)
  const unread = listed.filter((id) => !read.some((source) => source.id === id))
  const known = claims.filter((claim) => citedSources(claim).every((id) => listed.includes(id)))
  const vouched = known.filter((claim) => citedSources(claim).some((id) => unread.includes(id)))
  const compared = known.filter((claim) => !vouched.includes(claim))
  const sourcesOf = (claim: Claim) => {
    const ids = citedSources(claim)
    return read.filter(({ id }) => (ids.length === 0 ? UNCITED.has(claim.kind) : ids.includes(id)))
  }
  const unitIdsFor = (claim: Claim) => sourcesOf(claim).flatMap((source) => unitsFor(claim, source).map(({ id }) => id))
  const { findings } = checkEvidence({
    claims: compared.map((claim) => ({ ...claim, from: unitIdsFor(claim) })),
    sources: read,
  })
  const kindAt = new Map(claims.map(({ where, kind }) => [where, kind]))
  const shown = findings
    .filter(({ code }) => code !== 'too-much-evidence')
    .map((finding): Finding => {
      // The facts of a title, lead or heading may come from a source that the newsroom did not read.
      if (unread.length > 0 && UNCITED.has(kindAt.get(finding.where) ?? 'sentence'))
        return revising({ ...finding, message: `${finding.message} Its evidence may be in ${unread.join(', ')}.` })
      return finding.code === 'no-evidence' ? { ...finding, message: NO_CITATION } : finding
    })
  const failing = new Set(shown.filter(isBlocking).map(({ where }) => where))
  return {
    findings: shown,
    vouched: vouched.map((claim) => {
      const ids = citedSources(claim).filter((id) => unread.includes(id))
      const message = `The newsroom has no text of ${ids.join(', ')}, so code could not compare this sentence. You vouch for it.`
      return revising({ code: 'not-compared', where: claim.where, message, evidence: claim.text })
    }),
    nearest: new Map(
      compared
        .filter(({ from }) => !from.some((id) => id.includes('.')))
        // Do not record units for a claim that they do not support.
        .map((claim) => [claim.where, failing.has(claim.where) ? [] : sourcesOf(claim).flatMap(nearestTo(claim))]),
    ),
  }
}

const NO_CITATION =
  'It does not cite a source. Add the number of a source at the end, such as [S1], or remove the sentence.'

const MIN_SHARED = 2

// Returns a function that quotes the unit that shares the most words and numbers with a claim, and at least two.
function nearestTo(claim: Claim): (source: NumberedSource) => Quote[] {
  const words = contentStems(claim.text)
  return (source) => {
    const similar = unitsFor(claim, source).filter(
      ({ text }) => contentStems(text).intersection(words).size >= MIN_SHARED,
    )
    const units = claim.kind === 'code' ? unitsFor(claim, source) : mostRelevantFirst(similar, words).slice(0, 1)
    return units.map(({ id, text }): Quote => [id, shorten(text, LONGEST_QUOTE)])
  }
}

// For a code block, returns the units that contain its lines. For any other claim, returns all units with text.
function unitsFor({ kind, text }: Claim, { units }: NumberedSource): Unit[] {
  const all = units.filter((unit) => unit.kind !== 'date' && unit.kind !== 'author' && isArticleText(unit))
  const lines = new Set(text.split('\n').map((line) => line.trim()))
  const code = all.filter((unit) => kind === 'code' && lines.has(unit.text.trim()))
  return code.length > 0 ? code : all
}
