import { expect, test } from 'vitest'
import { linkedDocuments } from '#newsroom/sources/linked-documents.ts'

const NONE = { known: [], subject: '' }

const links = (...urls: string[]) => urls.map((url) => ({ url, text: 'They say' }))

test.for([
  'https://nvd.nist.gov/vuln/detail/CVE-2026-12345',
  'https://www.cve.org/CVERecord?id=CVE-2026-12345',
  'https://github.com/lorikeet/lorikeet/security/advisories/GHSA-aaaa-bbbb-cccc',
  'https://github.com/lorikeet/lorikeet/releases/tag/v4.1.0',
  'https://docs.lorikeet.example/release-notes/4.1',
  'https://vendor.example/psirt/2026-11',
  'https://project.example/2026/10/24/disclose-cve-2026-54604/',
  'https://arxiv.org/abs/2611.01234',
  'https://www.rfc-editor.org/rfc/rfc9110.html',
  'https://www.w3.org/TR/webgpu/',
  'https://peps.python.org/pep-0740/',
  'https://rust-lang.github.io/rfcs/3668-async-closures.html',
  'https://www.sec.gov/Archives/edgar/data/1/8k.htm',
])('recognises a primary document by its URL: %s', (url) => {
  expect(linkedDocuments([links(url)], NONE)).toEqual([url])
})

test('ignores other documents and URLs', () => {
  const pages = ['', 'blog/our-story', 'bips-and-tips/5', 'release-notes/4.1.pdf', 'tag/cve-2026-12345'].map(
    (path) => `https://vendor.example/${path}`,
  )
  const others = [
    'https://github.com/lorikeet/lorikeet',
    'https://github.com/lorikeet/CVE-2026-12345-exploit',
    'https://social.example/@lorikeet/1',
    'mailto:a@vendor.example',
  ]
  expect(linkedDocuments([links(...pages, ...others, 'javascript:alert(1)', 'not an address')], NONE)).toEqual([])
})

const PRIMARY =
  'security advisory|CVE-2026-12345|the release notes|their paper|the complaint|RFC 9110|EIP-7691|the migration guide|full incident report|technical write-up'
const OTHER = 'says|our story|Paper cuts|study group'

test.for([
  ...PRIMARY.split('|').map((text) => [text, true] as const),
  ...OTHER.split('|').map((text) => [text, false] as const),
])('a link with the text "%s" leads to a primary document: %s', ([text, isPrimary]) => {
  const url = 'https://vendor.example/blog/1'
  expect(linkedDocuments([[{ url, text }]], NONE)).toEqual(isPrimary ? [url] : [])
})

test('returns the web page of a paper instead of its file', () => {
  const file = links('https://arxiv.org/pdf/2611.01234.pdf')
  expect(linkedDocuments([file], NONE)).toEqual(['https://arxiv.org/abs/2611.01234'])
})

test("returns six documents other than the story's own pages, starting with those that most pages link to", () => {
  const urls = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `https://arxiv.org/abs/2611.0000${number}`)
  const [one, two, three, four, ...others] = urls
  const pages = [
    links(one ?? '', two ?? '', two ?? ''),
    links(`${two}#abstract`, three ?? ''),
    links(four ?? '', three ?? '', ...others),
  ]
  expect(linkedDocuments(pages, NONE)).toEqual([two, three, one, four, ...others.slice(0, 2)])
  expect(linkedDocuments(pages, { ...NONE, known: [`${two}#top`] })).toEqual([three, one, four, ...others.slice(0, 3)])
})

test('returns pages about the subject, and first the primary documents among them', () => {
  const subject = 'Lorikeet 4.1 fixes a leak of session tokens'
  const about = { url: 'https://forum.example/t/session-token-leak/7', text: 'a thread' }
  const named = { url: 'https://a.example/9', text: 'how Lorikeet leaked tokens' }
  const release = {
    url: 'https://github.com/lorikeet/lorikeet/releases/tag/v4.1',
    text: 'Lorikeet 4.1: session tokens',
  }
  const other = { url: 'https://github.com/budgie/budgie/releases/tag/v2.0', text: 'Version 2.0' }
  const unrelated = { url: 'https://a.example/budgie', text: 'They say' }
  const found = linkedDocuments([[about, unrelated, other, named, release]], { known: [], subject })
  expect(found).toEqual([release, other, about, named].map(({ url }) => url))
})
