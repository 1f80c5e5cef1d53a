import { CHECKS } from '#newsroom/checks/check-draft.ts'
import { blocking, count, warning, type Finding } from '#newsroom/checks/finding.ts'
import { repeat } from '#newsroom/checks/rules/repeat.ts'
import { shape } from '#newsroom/checks/rules/shape.ts'
import { sourcesNamed } from '#newsroom/checks/rules/sources-named.ts'
import { parseDraft, publisherAlone } from '#newsroom/drafting/parse-draft.ts'
import { passages, textOf, type Draft } from '#newsroom/drafting/draft.ts'
import {
  blanks,
  listFindings,
  type Checked,
  type Edit,
  type EditedArticle,
  type ReadTexts,
} from '#newsroom/checks/revalidate/edit.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** What the check is called that says how much of an article code could not compare. */
export const VOUCHED_NAME = 'Every block compared with its sources, or vouched for by a person'

/** Checks an edited article of the newsroom by every rule of the newsroom, with the texts that it read. */
export function compare({ edited, before, published, date }: Edit, texts: ReadTexts): Checked {
  const draft = parseDraft(edited, edited.sources)
  const was = parseDraft(before, before.sources)
  const listed = edited.sources.map((source, index): Reference => {
    const unread = { ...source, hash: '', date, text: '' }
    return { ...(texts.get(source.url) ?? unread), id: `S${index + 1}` }
  })
  const unread = listed.filter(({ url }) => !texts.has(url)).map(({ id }) => id)
  const split = splitByReading(draft, unread)
  const rest = { published, canaries: [], instructions: '' }
  const subject = { ...rest, draft: split.comparable, references: listed.filter(({ id }) => !unread.includes(id)) }
  // As if the texts that a person vouches for were in the sources that nobody read.
  const references = listed.map((source) => ({ ...source, text: split.vouchedFor.get(source.id) ?? source.text }))
  const trusting = { ...rest, draft, references }
  const isRetold = edited.title !== before.title || edited.excerpt !== before.excerpt
  const known = before.checks.find(({ name }) => name === repeat.name)

  const reports = CHECKS.map((check) => {
    // A text that was no repeat when it was published is none because of what came later.
    if (check === repeat && !isRetold && known !== undefined) return { ...known, findings: [] }
    const { detail, findings } = check.run(check === sourcesNamed ? trusting : subject)
    const compared = unread.length === 0 ? findings : leaveToPerson(findings, check.run(trusting).findings, unread)
    const all = [
      ...(check === shape ? [...excuse(compared, draft, was), ...blanks(edited, draft)] : compared),
      ...(check === sourcesNamed ? [...listFindings(edited, compared), ...publisherFindings(edited)] : []),
    ]
    return { name: check.name, detail, passed: all.every(({ severity }) => severity !== 'error'), findings: all }
  })
  const vouched = vouchedFindings(draft, unread)
  const blocks = draft.sections.reduce((sum, section) => sum + section.blocks.length, 0)
  const detail = `${blocks - vouched.length} of ${count(blocks, 'block')} compared, a person vouches for the rest`
  return {
    checks: [
      ...reports.map(({ name, passed, detail }) => ({ name, passed, detail })),
      ...(vouched.length === 0 ? [] : [{ name: VOUCHED_NAME, passed: true, detail }]),
    ],
    findings: [...reports.flatMap(({ findings }) => findings), ...vouched],
  }
}

// Blocks that cite what the newsroom never read keep their place, but name no source to be compared with.
function splitByReading(draft: Draft, unread: string[]): { comparable: Draft; vouchedFor: Map<string, string> } {
  const vouchedFor = new Map<string, string>()
  const sections = draft.sections.map(({ heading, blocks }) => ({
    heading,
    blocks: blocks.map((block) => {
      const own = block.sources.filter((id) => unread.includes(id))
      for (const id of own) vouchedFor.set(id, `${vouchedFor.get(id) ?? ''}\n\n${textOf(block)}`)
      return own.length === 0 ? block : { ...block, sources: [] }
    }),
  }))
  return { comparable: { ...draft, sections }, vouchedFor }
}

function vouchedFindings(draft: Draft, unread: string[]): Finding[] {
  return passages(draft).flatMap(({ where, text, sources }) => {
    const own = sources.filter((id) => unread.includes(id))
    if (own.length === 0 || !where.includes('.blocks.')) return []
    const message = `The newsroom has no text of ${own.join(', ')}: nothing here was compared, a person vouches for it.`
    return [warning({ code: 'not-compared', where, message, evidence: text })]
  })
}

// A title, for one, may rest on a block that a person vouches for: then it is that person's as well.
function leaveToPerson(findings: Finding[], trusting: Finding[], unread: string[]): Finding[] {
  const keyOf = ({ code, where, evidence, severity }: Finding) => [code, where, evidence, severity].join('\n')
  const remaining = new Set(trusting.map(keyOf))
  return findings.map((finding) => {
    if (finding.severity === 'warning' || remaining.has(keyOf(finding))) return finding
    const message = `${finding.message} It may rest on ${unread.join(', ')}, which the newsroom never read.`
    return { ...finding, severity: 'warning', message }
  })
}

/**
 * A length is a goal for a writer. A person takes out what is wrong, and what is left may be short: true and short is
 * better than wrong, so what is no longer than it was is not kept back for its length. What a person adds is held to it.
 */
function excuse(findings: Finding[], draft: Draft, was: Draft): Finding[] {
  const sizes: Record<string, (draft: Draft) => number> = {
    'title-length': ({ title }) => title.length,
    'excerpt-length': ({ excerpt }) => excerpt.length,
    'draft-length': wordsIn,
    'tag-count': ({ tags }) => tags.length,
    'section-count': ({ sections }) => sections.length,
  }
  return findings.flatMap((finding): Finding[] => {
    const { code, where } = finding
    // The heading of the first section is not set: the title stands there.
    if (code === 'malformed' && where === 'sections.0.heading') return []
    const sizeOf = sizes[code]
    const isShortened = sizeOf === undefined ? where === 'why_it_matters' : sizeOf(draft) <= sizeOf(was)
    return [isShortened ? { ...finding, severity: 'warning' } : finding]
  })
}

function wordsIn(draft: Draft): number {
  return passages(draft).reduce((sum, { text }) => sum + text.split(/\s+/).length, 0)
}

// What the article says first of its publishers has to be so after a source came or went.
function publisherFindings({ markdown, sources }: EditedArticle): Finding[] {
  const publishers = [...new Set(sources.map(({ publisher }) => publisher))]
  const named = publisherAlone(markdown, sources)
  const [only] = publishers
  if (only === undefined || (publishers.length === 1) === (named !== null)) return []
  const message =
    named === null
      ? `All sources are of one publisher: begin with the line "*Everything below comes from one publisher, ${only}.*"`
      : `The sources are of ${publishers.length} publishers: take out the line that everything comes from ${named}.`
  return [blocking({ code: 'one-publisher', where: 'text', message, evidence: publishers.join(', ') })]
}
