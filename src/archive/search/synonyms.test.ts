import { expect, test } from 'vitest'
import { otherNames, synonymList } from '#archive/search/synonyms.ts'

test.for([
  ['{ "ssl": [] }', 'ssl', 'expected at least one other name'],
  ['{ "ssl": ["TLS", "?"] }', 'ssl.1', 'expected words'],
  ['{ "ssl": "TLS" }', 'ssl', 'expected array'],
  ['{ "—": ["dash"] }', '—', 'expected a name of one to 4 words'],
  ['{ "one two three four five": ["5"] }', 'one two three four five', 'expected a name of one to 4 words'],
  ['{ "proof of work": ["mining"] }', 'proof of work', 'expected a name without “of”, which every search ignores'],
])('rejects %s with an error for entry %s: %s', ([json, entry, sentence]) => {
  const { error } = synonymList.safeParse(JSON.parse(json ?? ''))
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([entry])
  expect(error?.issues[0]?.message).toContain(sentence)
})

test('treats names that differ only in case, punctuation and endings as one name', () => {
  const names = otherNames({ LLM: ['language model'], llms: ['GPT'], 'Vector-search': ['retrieval'] })
  expect(Object.fromEntries(names)).toEqual({ llm: [['language', 'model'], ['gpt']], 'vect search': [['retrieval']] })
})
