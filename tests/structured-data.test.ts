import { expect, test } from 'vitest'
import { missingForRichResult } from './fixtures/structured-data/rich-result.ts'
import { complaintsAbout } from './fixtures/structured-data/validate.ts'
import { readVocabulary } from './fixtures/structured-data/vocabulary.ts'

// The validator of linked data that tests/e2e/structured-data.test.ts holds every page to: here it shows that it can say no.

const vocabulary = readVocabulary()

const SOUND = {
  '@context': 'https://schema.org',
  '@type': 'BlogPosting',
  headline: 'A title',
  image: 'https://example.com/picture.png',
  datePublished: '2026-10-01T09:00:00Z',
  dateModified: '2026-10-02',
  author: { '@type': 'Organization', name: 'The desk', url: 'https://example.com/' },
  url: 'https://example.com/post',
  mainEntityOfPage: {
    '@type': 'WebPage',
    '@id': 'https://example.com/post',
    lastReviewed: '2026-10-03',
    reviewedBy: { '@type': 'Person', name: 'Ada' },
  },
  isPartOf: { '@id': 'https://example.com/' },
  wordCount: 500,
  isAccessibleForFree: true,
  keywords: ['one', 'two'],
  digitalSourceType: 'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
  citation: [{ '@type': 'CreativeWork', name: 'A source', url: 'https://example.com/source' }],
  correction: [{ '@type': 'CorrectionComment', text: 'A number was wrong.', datePublished: '2026-10-02T10:00:00Z' }],
}

const TRAIL = {
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [
    { '@type': 'ListItem', position: 1, name: 'Home', item: { '@type': 'WebPage', '@id': 'https://example.com/' } },
    { '@type': 'ListItem', position: 2, name: 'A title' },
  ],
}

test('the vocabulary is all of schema.org, with what is pending', () => {
  expect(vocabulary.types.size).toBeGreaterThan(900)
  expect(vocabulary.properties.size).toBeGreaterThan(1_500)
  expect(vocabulary.members.size).toBeGreaterThan(500)
  expect([...vocabulary.primitives].toSorted()).toEqual(['Boolean', 'Date', 'DateTime', 'Number', 'Text', 'Time'])
  expect(vocabulary.isA('BlogPosting', 'Thing')).toBe(true)
  expect(vocabulary.isA('Thing', 'BlogPosting')).toBe(false)
  expect(vocabulary.properties.get('digitalSourceType')).toEqual({
    domains: new Set(['CreativeWork']),
    ranges: new Set(['IPTCDigitalSourceEnumeration']),
  })
  expect(vocabulary.types.get('CorrectionComment')).toEqual(new Set(['Comment']))
})

test('a sound document has no complaints', () => {
  expect(complaintsAbout(SOUND, vocabulary)).toEqual([])
  expect(complaintsAbout(TRAIL, vocabulary)).toEqual([])
})

const BROKEN: [what: string, change: Record<string, unknown>, complaint: string | RegExp][] = [
  ['no type', { '@type': undefined }, 'nothing is no type'],
  ['another context', { '@context': 'https://example.com' }, 'the context is "https://example.com"'],
  ['an unknown type', { '@type': 'BlogPost' }, '"BlogPost" is no type'],
  ['a member for a type', { '@type': 'TrainedAlgorithmicMediaDigitalSource' }, 'is no type'],
  ['a replaced type', { citation: { '@type': 'Code' } }, 'Code was replaced'],
  ['an address that is none', { '@id': 'post' }, '"post" is no address'],
  ['a misspelt property', { headLine: 'A title' }, 'headLine: there is no such property'],
  [
    'an unknown property within',
    { author: { '@type': 'Person', nam: 'Ada' } },
    'author.nam: there is no such property',
  ],
  ['a keyword of JSON-LD that is not read', { '@graph': [] }, '@graph: there is no such property'],
  ['a replaced property', { reviews: [{ '@type': 'Review' }] }, 'reviews: was replaced'],
  ['a property of another type', { reviewedBy: { '@type': 'Person' } }, 'reviewedBy: is no property of a BlogPosting'],
  ['a property of a type below', { liveBlogUpdate: { '@type': 'BlogPosting' } }, 'is no property of a BlogPosting'],
  [
    'a thing of another type',
    { citation: { '@type': 'Person', name: 'Ada' } },
    'is not of the type CreativeWork or Text',
  ],
  ['a text for a thing', { author: 'The desk' }, '"The desk" is not of the type Organization or Person'],
  ['a thing for a text', { headline: { '@type': 'Thing' } }, 'is not of the type Text'],
  ['a text as a thing', { headline: { '@type': 'Text' } }, 'is not of the type Text'],
  ['a reference for a text', { headline: { '@id': 'https://example.com/' } }, 'is not of the type Text'],
  ['a reference without an address', { author: { '@id': 'ada' } }, 'is not of the type Organization or Person'],
  ['a thing without a type', { author: { name: 'Ada' } }, 'author: nothing is no type'],
  ['a relative address', { url: '/post' }, '"/post" is not of the type URL'],
  ['an address with a blank', { url: 'https://example.com/a b' }, 'is not of the type URL'],
  ['an address that cannot be read', { url: 'https://[' }, 'is not of the type URL'],
  ['an address that runs', { url: 'javascript:alert(1)' }, 'is not of the type URL'],
  ['an unknown member', { digitalSourceType: 'https://schema.org/WrittenByAModel' }, 'IPTCDigitalSourceEnumeration'],
  ['a member of another enumeration', { digitalSourceType: 'https://schema.org/InStock' }, 'IPTCDigitalSourceEnum'],
  ['a bare member', { digitalSourceType: 'TrainedAlgorithmicMediaDigitalSource' }, 'IPTCDigitalSourceEnumeration'],
  [
    "IPTC's word for schema.org's",
    { digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia' },
    'IPTCDigitalSourceEnumeration',
  ],
  ['a date in words', { datePublished: '1 October 2026' }, 'is not of the type Date or DateTime'],
  ['a day that never comes', { datePublished: '2026-02-30' }, 'is not of the type Date or DateTime'],
  ['an instant of such a day', { datePublished: '2026-02-30T09:00:00Z' }, 'is not of the type Date or DateTime'],
  ['an instant as people write it', { datePublished: '2026-10-01 09:00Z' }, 'is not of the type Date or DateTime'],
  ['an hour in words', { subjectOf: { '@type': 'Event', doorTime: 'noon' } }, 'is not of the type DateTime or Time'],
  ['an hour without a day', { datePublished: 'T09:00:00Z' }, 'is not of the type Date or DateTime'],
  ['an instant for a day', { mainEntityOfPage: { '@type': 'WebPage', lastReviewed: '2026-10-03T09:00:00Z' } }, 'Date'],
  ['a text for a number', { copyrightYear: '2026' }, '"2026" is not of the type Number'],
  ['a text for a whole number', { wordCount: '500' }, '"500" is not of the type Integer'],
  ['a fraction for a whole number', { wordCount: 0.5 }, '0.5 is not of the type Integer'],
  ['a text for yes or no', { isAccessibleForFree: 'true' }, 'is not of the type Boolean'],
  ['an empty list', { citation: [] }, 'citation: is an empty list'],
  ['an empty text', { headline: ' ' }, 'headline: " " is not of the type Text'],
  ['nothing', { headline: null }, 'headline: null is not of the type Text'],
  ['one wrong value of several', { keywords: ['one', 2] }, 'keywords[1]: 2 is not of the type'],
]

test.for(BROKEN)('the validator finds %s', ([, change, complaint]) => {
  const complaints = complaintsAbout({ ...SOUND, ...change }, vocabulary)
  expect(complaints).toHaveLength(1)
  expect(complaints[0]).toMatch(complaint)
})

test('what is no object is no document', () => {
  for (const document of [null, 'text', [SOUND]]) {
    expect(complaintsAbout(document, vocabulary)).toEqual(['the document is not an object'])
  }
})

test('a rich result wants what the documentation names', () => {
  expect(missingForRichResult(SOUND)).toEqual({ required: [], recommended: [] })
  const { headline: _, ...headless } = SOUND
  expect(missingForRichResult(headless).recommended).toEqual(['headline'])
  const nameless = { ...SOUND, image: '', author: { '@type': 'Person' } }
  expect(missingForRichResult(nameless).recommended).toEqual(['image', 'author.name', 'author.url'])
  expect(missingForRichResult({ '@type': 'Blog' }).required).toEqual(['@type'])
})

test('a trail wants two crumbs with position, name and, but for the last, address', () => {
  expect(missingForRichResult(TRAIL).required).toEqual([])
  const [home, post] = TRAIL.itemListElement
  expect(missingForRichResult({ ...TRAIL, itemListElement: [home] }).required).toEqual(['itemListElement'])
  const broken = [post, { ...home, position: undefined, name: '' }]
  expect(missingForRichResult({ ...TRAIL, itemListElement: broken }).required).toEqual([
    'itemListElement[0].item',
    'itemListElement[1].position',
    'itemListElement[1].name',
  ])
})
