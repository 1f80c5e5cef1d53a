import { expect, test } from 'vitest'
import { CHECKS, EVIDENCE_NAME } from '#newsroom/checks/check-draft.ts'
import { publisherFindings } from '#newsroom/review/edit.ts'
import { VOUCHED_NAME } from '#newsroom/review/revalidate.ts'
import type { EditedArticle } from '#newsroom/article/parse-draft.ts'
import { claimsOf } from '#newsroom/article/draft.ts'
import { ACTIVE, editStory, HOSTILE, judged, publishedStory, storyOf } from '../../../tests/fixtures/newsroom/edits.ts'
import { readStories } from '../../../tests/fixtures/newsroom/stories.ts'
import { drawnFrom } from '../../../tests/fixtures/random.ts'

const CLEAN = 'No HTML, no links, no hidden characters'
const ADDED = { title: 'Errata', publisher: 'The Errata Page', url: 'https://errata.example/1' } // never read by the newsroom

const story = storyOf('halyard')
const before = publishedStory(story)
const SECTION = '## Who was hit'

// Inserts a paragraph before the article's second section.
function insert(paragraph: string): Partial<EditedArticle> {
  return { markdown: before.markdown.replace(SECTION, `${paragraph}\n\n${SECTION}`) }
}

function replace(from: string, to: string): Partial<EditedArticle> {
  expect(before.markdown.split(from)).toHaveLength(2)
  return { markdown: before.markdown.replace(from, to) }
}

test.for(drawnFrom([...readStories()], 4))(
  'accepts the unedited article %s with the same evidence',
  async ([, story]) => {
    const before = publishedStory(story)
    const { checks, findings, html, evidence } = await editStory(story, {})
    expect(checks.slice(0, -1)).toEqual(before.checks.slice(0, -1))
    const others = ({ where }: { where: string }) => where === 'draft' || where === 'tags'
    expect(findings).toEqual(before.findings.filter(others))
    const inOrder = (all: object[] = []) =>
      all.map((entry) => JSON.stringify(Object.entries(entry).toSorted())).toSorted()
    expect(inOrder(evidence)).toEqual(inOrder(before.evidence))
    expect(html).toContain('<p>')
  },
)

test("states once that the judge's result is older than the correction", async () => {
  const { checks } = await editStory(story, {})
  expect(checks.at(-1)).toEqual({ ...judged, detail: `${judged.detail}, before the correction of 2026-11-21` })
  const second = await editStory(story, {}, { before: { ...before, checks }, date: '2026-11-25' })
  expect(second.checks).toEqual(checks)
  const unjudged = await editStory(story, {}, { before: { ...before, checks: before.checks.slice(0, -1) } })
  expect(unjudged.checks.map(({ name }) => name)).toEqual([EVIDENCE_NAME, ...CHECKS.map(({ name }) => name)])
})

test('blocks a wrong number, name, date, quotation or code line, and fails only the evidence check', async () => {
  const changes: [from: string, to: string, code: string][] = [
    ['618 GB into 1,103 archives', '618 GB into 1,104 archives', 'number-not-in-evidence'],
    ['housing agency of Port Lorne', 'housing agency of Port Morne', 'name-not-in-sources'],
    ['safe since July 19', 'safe since July 18', 'number-not-in-evidence'],
    ['they will one day disagree', 'they will never disagree', 'quotation-not-verbatim'],
    ['$10 > 40960', '$10 > 4096', 'code-not-in-evidence'],
  ]
  for (const [from, to, code] of changes) {
    const { blocks, failed } = await editStory(story, replace(from, to))
    expect(new Set(blocks.map((finding) => finding.code)), from).toEqual(new Set([code]))
    expect(failed, from).toEqual([EVIDENCE_NAME])
  }
})

test('blocks facts of a new sentence that no source contains, and asks about its other words', async () => {
  const plain = await editStory(story, insert('Nobody likes brooms. [S3]'))
  expect([plain.blocks, plain.failed]).toEqual([[], []])
  expect(plain.evidence.filter(({ text }) => text === 'Nobody likes brooms.')).toEqual([])
  const untrue = await editStory(story, insert('Zebrano likes 73,519 brooms. [S3]'))
  expect(untrue.blocks.map(({ evidence }) => evidence)).toEqual(['73,519', 'Zebrano'])
  expect(untrue.failed).toEqual([EVIDENCE_NAME])
  const elsewhere = await editStory(story, insert('Montréal likes brooms. [S1]'))
  const asked = elsewhere.findings.filter(({ severity }) => severity === 'ask')
  expect(asked.map(({ evidence }) => evidence)).toContain('Montréal')
})

test('does not accept text around the body of a source as evidence', async () => {
  const readSource = async (url: string) => {
    const source = story.sources.find((one) => one.url === url)
    return source ? { ...source, hash: '', text: `${source.text}\n\nSubscribe to our 73,519 newsletters.` } : null
  }
  const { blocks } = await editStory(story, insert('Pelham has 73,519 newsletters. [S3]'), { readSource })
  expect(blocks.map(({ evidence }) => evidence)).toContain('73,519')
})

test('blocks a sentence without a citation, even between cited sentences', async () => {
  const { blocks, failed } = await editStory(story, replace('The update appeared', 'It is known. The update appeared'))
  expect(blocks).toMatchObject([{ code: 'no-evidence', message: expect.stringContaining('such as [S1]') }])
  expect(failed).toEqual([EVIDENCE_NAME])
})

test('accepts facts from any source in a new title or lead', async () => {
  const title = 'A shared link opened 3,214 servers of Halyard Transfer'
  const excerpt = 'Pelham found the account svc-backup2 on 126 servers of the file-transfer product.'
  const right = await editStory(story, { title, excerpt })
  expect([right.blocks, right.failed]).toEqual([[], []])
  const restsOn = (text: string) =>
    right.evidence.filter((entry) => entry.text === text).map(({ quote, citation }) => [quote, citation])
  expect(restsOn(title)).toContainEqual(['Of 3,870 servers that answered, 3,214 ran a vulnerable version.', null])
  expect(restsOn(excerpt)).not.toEqual([])
  const wrong = await editStory(story, { title: title.replace('3,214', '3,215') })
  expect(wrong.blocks.map(({ where, evidence }) => [where, evidence])).toEqual([['title', '3,215']])
})

test('does not compare sentences that cite an added source, and warns if the title uses their facts', async () => {
  const change = {
    ...insert('Zebrano Labs counted 73,519 errors after publication. [S4]'),
    sources: [...before.sources, ADDED],
  }
  const { checks, findings, html, blocks } = await editStory(story, change)
  expect(blocks).toEqual([])
  const vouched = findings.filter(({ code }) => code === 'not-compared')
  expect(vouched.map(({ severity, evidence }) => [severity, evidence])).toEqual([
    ['revise', 'Zebrano Labs counted 73,519 errors after publication.'],
  ])
  expect(vouched[0]?.message).toContain('no text of S4')
  expect(html).toContain('href="#s4"')
  expect(checks[0]).toEqual(before.checks[0])
  expect(checks.find(({ name }) => name === VOUCHED_NAME)?.passed).toBe(true)

  const titled = await editStory(story, { ...change, title: `${before.title} at Zebrano Labs` })
  const warned = titled.findings.find(({ where, evidence }) => where === 'title' && evidence.includes('Zebrano'))
  expect([warned?.severity, titled.blocks, titled.failed]).toEqual(['revise', [], []])
  expect(warned?.message).toContain('Its evidence may be in S4')
  const headed = { ...change, markdown: change.markdown?.replace('Zebrano', '## Zebrano Labs\n\nZebrano') ?? '' }
  expect((await editStory(story, headed)).blocks).toEqual([])
  const other = { ...change, markdown: change.markdown?.replace('Port Lorne', 'Port Morne') ?? '' }
  expect((await editStory(story, other)).failed).toEqual([EVIDENCE_NAME])
})

test('keeps the evidence of unchanged sentences if the source texts are no longer stored', async () => {
  const readSource = async () => null
  const { checks, html, evidence, blocks } = await editStory(story, replace('618 GB', '619 GB'), { readSource })
  expect(checks[0]?.passed).toBe(true)
  const claims = claimsOf(story.draft).length
  expect(checks.find(({ name }) => name === VOUCHED_NAME)?.detail).toBe(
    `${claims - 1} of ${claims} sentences compared, a person vouches for the rest`,
  )
  expect([blocks, foreignLinksIn(html)]).toEqual([[], []])
  const changed = before.evidence?.filter(({ text }) => text.includes('618 GB')) ?? []
  expect(evidence).toHaveLength((before.evidence?.length ?? 0) - changed.length)
})

test("compares with a source's title and publisher as they were read, not as edited", async () => {
  const sources = before.sources.map((source) => ({ ...source, title: 'Halcyon Transfer', publisher: 'Halcyon' }))
  const edited = { ...replace('At Halyard, two teams', 'At Halcyon, two teams'), sources }
  const { blocks } = await editStory(story, edited)
  expect(blocks.map(({ evidence }) => evidence)).toContain('Halcyon')
})

test('allows an editor to remove most of an article', async () => {
  const paragraphs = before.markdown.split('\n\n')
  for (let left = paragraphs.length - 1; left > 0; left -= 6) {
    const cut = paragraphs.slice(0, left)
    // Skip a cut that would leave a heading or an introduction to code at the end.
    if (/^#|^```|:( \[S\d\])?$/.test(cut.at(-1) ?? '')) continue
    const { blocks, failed } = await editStory(story, { markdown: cut.join('\n\n') })
    expect([blocks, failed], `${left} paragraphs`).toEqual([[], []])
  }
  const fewer = await editStory(story, { title: 'Halyard', excerpt: 'A flaw in Halyard Transfer.', tags: ['files'] })
  expect(fewer.blocks).toEqual([])
  const codes = fewer.findings.map(({ code }) => code)
  expect(codes).toEqual(expect.arrayContaining(['title-length', 'excerpt-length', 'tags-length']))
})

test('blocks a citation of an unlisted source anywhere, and warns about an uncited source', async () => {
  const stray = async (markdown: string) => {
    const { blocks, failed } = await editStory(story, { markdown })
    expect(failed).toEqual([EVIDENCE_NAME])
    return blocks.map(({ code, evidence }) => [code, evidence])
  }
  expect(await stray(before.markdown.replace('[S1]', '[S1, S9]'))).toEqual([['unknown-source', 'S9']])
  expect(await stray(`${before.markdown} More. [S9]`)).toEqual([['unknown-source', 'S9']])
  expect(await stray(before.markdown.replace(SECTION, `${SECTION} [S9]`))).toContainEqual(['unknown-source', 'S9'])
  const uncited = await editStory(story, { sources: [...before.sources, ADDED] })
  const warning = { code: 'uncited-source', severity: 'revise', evidence: 'S4' }
  expect(uncited.findings).toContainEqual(expect.objectContaining(warning))
})

test('requires the line about a single publisher if and only if there is one publisher', async () => {
  const alone = storyOf('paddlewheel')
  const { markdown, sources } = publishedStory(alone)
  const line = markdown.slice(0, markdown.indexOf('\n'))
  expect(line).toContain('comes from one publisher')
  const without = await editStory(alone, { markdown: markdown.slice(line.length).trim() })
  expect(without.blocks.map(({ code }) => code)).toEqual(['one-publisher'])
  expect(without.blocks[0]?.message).toContain(line)
  const two = { sources: [...sources, ADDED], markdown: `${markdown}\n\nIt was counted again. [S2]` }
  const untrue = await editStory(alone, two)
  expect(untrue.blocks.map(({ code }) => code)).toEqual(['one-publisher'])
  expect(untrue.failed).toEqual([EVIDENCE_NAME])
  expect((await editStory(alone, { ...two, markdown: two.markdown.slice(line.length).trim() })).blocks).toEqual([])
  // The list may also contain an earlier post of the blog.
  const article = { ...publishedStory(alone), sources: two.sources }
  expect(publisherFindings({ ...article, markdown: `${markdown}\n\nAn addition. [S1]` }, article)).toEqual([])
})

test('can treat a changed title as a repeat of a later post, but never an unchanged one', async () => {
  const { title, excerpt } = before
  const published = [{ category: 'technology', title, excerpt, date: '2027-03-01T08:00:00Z' }]
  const same = await editStory(story, {}, { published })
  expect(same.blocks).toEqual([])
  expect(same.checks.find(({ name }) => name.startsWith('Not a repeat'))?.detail).toBe('0 posts')
  const retold = await editStory(story, { excerpt: `${excerpt} ` }, { published })
  expect(retold.blocks.map(({ code }) => code)).toEqual(['repeats-a-post'])
})

test('neutralises and reports hostile edits of a newsroom article', async () => {
  for (const hostile of HOSTILE) {
    const { html, blocks, failed } = await editStory(story, insert(hostile))
    expect(html, hostile).not.toMatch(ACTIVE)
    expect(foreignLinksIn(html), hostile).toEqual([])
    expect(failed, hostile).toContain(CLEAN)
    expect(blocks.length, hostile).toBeGreaterThan(0)
  }
})

test('lets a finding in unchanged text block only if the same check failed before the edit', async () => {
  const wrong = { ...before, markdown: before.markdown.replace('618 GB', '619 GB').replace('94,000', '95,000') }
  const { evidence: _, ...old } = wrong
  const edited = { markdown: `${wrong.markdown.replace('618 GB', '619 GB')}` }
  const standing = await editStory(story, edited, { before: old })
  expect([standing.blocks, standing.failed]).toEqual([[], []])
  // The numbers of the sources may change.
  const swapped = edited.markdown.replaceAll(/\bS([13])\b(?=[^[]*\])/g, (_, number) => `S${4 - Number(number)}`)
  const moved = await editStory(story, { markdown: swapped, sources: old.sources.toReversed() }, { before: old })
  expect(moved.blocks).toEqual([])
  const failed = { ...old, checks: [{ name: EVIDENCE_NAME, passed: false, detail: '' }, ...old.checks.slice(1)] }
  const again = await editStory(story, edited, { before: failed })
  expect(again.blocks.map(({ evidence }) => evidence)).toEqual(['619', '95,000'])
  const changed = await editStory(story, { markdown: edited.markdown.replace('14,600', '14,601') }, { before: old })
  expect(changed.blocks.map(({ evidence }) => evidence)).toEqual(['14,601'])
})

test('keeps the links to the pages that the sources link', async () => {
  const links = [{ text: '618 GB', url: 'https://a.example/figure' }]
  const { html } = await editStory(story, { links })
  expect(html).toContain('<a href="https://a.example/figure">618')
})

test('records evidence when a person corrects an article without recorded evidence', async () => {
  const { evidence: _, ...old } = before
  const change = { markdown: old.markdown.replace('on 126 of them', 'on 126 of these') }
  const { evidence, blocks, failed } = await editStory(story, change, { before: old })
  expect([blocks, failed]).toEqual([[], []])
  expect(evidence.filter(({ text }) => text.includes('126 of these')).map(({ quote }) => quote.slice(0, 40))).toContain(
    'We found the account svc-backup2, by way',
  )
  const wrong = await editStory(story, { markdown: old.markdown.replace('on 126', 'on 127') }, { before: old })
  expect(wrong.blocks.map(({ evidence }) => evidence)).toEqual(['127'])
})

// Returns links that are neither citations nor links to a listed source or a record of a flaw.
function foreignLinksIn(html: string): string[] {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href)
  return links.filter(
    (href) => !/^#|^https:\/\/www\.cve\.org\//.test(href) && !before.sources.some(({ url }) => url === href),
  )
}
