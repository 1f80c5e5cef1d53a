import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Comparison } from '#newsroom/judging/support-judge.ts'
import { openClassifier } from '#newsroom/local/judge/classifier.ts'
import { isTokenizerLibrary } from '#newsroom/local/judge/onnx.ts'
import { loadPackage, ONNX } from '#newsroom/local/runtime.ts'
import { grounderOf, judgeForTest, modelsFolder } from '../fixtures/grounder/for-test.ts'
import { modelOfShape } from '../fixtures/grounder/onnx-model.ts'
import { byteTokenizer } from '../fixtures/grounder/judge-folder.ts'

// A judge as it is read and run: real weights in the real runtime, its words by the real tokenizer.

const FERRY = 'The ferry Halcyon carries 140 passengers and 24 cars across the bay in 18 minutes.'
const REST = 'It does not run on Sundays. Nobody knows why.'

async function classifierOf(kind: 'words' | 'pairs', texts = [FERRY, REST]) {
  const folder = await judgeForTest({ kind, texts })
  const files = { path: join(folder, 'model.onnx'), tokenizer: join(folder, 'tokenizer.json') }
  const { score } = await openClassifier({ models: modelsFolder(), ...files, threads: 1 })
  const doubtsIn = async (text: string, given: Partial<Comparison> = {}) => {
    const context = texts.map((text) => ({ text, isEvidence: true }))
    const words = await score({ head: '', context, before: '', text, ...given })
    expect(words.map(({ text }) => text)).toEqual(text.split(' '))
    return words.filter(({ doubt }) => doubt >= 0.5).map(({ text }) => text)
  }
  return { doubtsIn }
}

test('the words that no sentence of the context bears are doubted, and no others', async () => {
  const { doubtsIn } = await classifierOf('words')
  expect(await doubtsIn('The Halcyon carries 24 cars')).toEqual([])
  expect(await doubtsIn('The Halcyon sank with 24 cars in the Atlantic.')).toEqual(['sank', 'with', 'Atlantic.'])
})

test('a model that looks at pairs doubts an exchange, a lost negation and another order', async () => {
  const { doubtsIn } = await classifierOf('pairs')
  expect(await doubtsIn(FERRY)).toEqual([])
  expect(await doubtsIn('It does run on Sundays.')).toEqual(['run'])
  expect(await doubtsIn(FERRY.replace('140', 'x').replace('24', '140').replace('x', '24'))).toEqual([
    '24',
    'passengers',
    '140',
    'cars',
  ])
})

test('what stands before a claim bears nothing, what is known of its source does', async () => {
  const { doubtsIn } = await classifierOf('words')
  const given = { context: [{ text: REST, isEvidence: true }], before: FERRY }
  expect(await doubtsIn('It carries cars.', given)).toEqual(['carries', 'cars.'])
  expect(await doubtsIn('It carries cars.', { ...given, head: 'The ferry carries cars' })).toEqual([])
})

test('what stands far behind the first window bears a claim, and what would stand there without windows', async () => {
  const { doubtsIn } = await classifierOf('words')
  const filler = Array.from({ length: 300 }, () => ({ text: REST, isEvidence: true }))
  const context = [...filler, { text: FERRY, isEvidence: true }, ...filler]
  expect(await doubtsIn('The ferry carries 140 passengers.', { context })).toEqual([])
  expect(await doubtsIn('The ferry carries 140 ghosts.', { context })).toEqual(['ghosts.'])
})

test('of a claim that is too long to be read, the rest is doubted', async () => {
  const { doubtsIn } = await classifierOf('words')
  const words = Array.from({ length: 600 }, () => 'ferry').join(' ')
  expect(await doubtsIn(words)).toHaveLength(600 - 512)
})

test('a text that is read word by word has the same tokens as the whole, in the way of bytes as well', async () => {
  const library = await loadPackage(modelsFolder(), ONNX, '@huggingface/tokenizers')
  if (!isTokenizerLibrary(library)) throw new Error('It is no library of tokenizers.')
  const tokenizer = new library.Tokenizer(byteTokenizer(['he', 'in', ' t', 'Ha', 'lc']), {})
  const tokensOf = (text: string) => tokenizer.encode(text, { add_special_tokens: false }).ids
  const text = 'The ferry “Halcyon” — a €60m ship — isn’t in São Jorge, the 2nd of its kind.'
  const [first = '', ...rest] = text.split(' ')
  expect([tokensOf(first), ...rest.map((word) => tokensOf(` ${word}`))].flat()).toEqual(tokensOf(text))
  expect(tokensOf('the').length).toBeLessThan(3)
})

test('weights of another kind, or none, are refused with what is wrong with them', async () => {
  const claim: Comparison = { head: '', context: [{ text: FERRY, isEvidence: true }], before: '', text: 'It sank.' }
  const folder = await judgeForTest({ kind: 'words', texts: [FERRY] })
  const saying = async () => {
    const { grounder, failures } = grounderOf(folder)
    await expect(grounder.score([claim])).rejects.toThrow('The support model tiny on this machine gave no answer: ')
    await expect(grounder.score([claim])).rejects.toThrow('gave no answer')
    expect(failures).toHaveLength(1)
    return failures[0]?.split('gave no answer: ')[1] ?? ''
  }
  await writeFile(join(folder, 'model.onnx'), modelOfShape({ labels: 3 }))
  expect(await saying()).toMatch(/^it is no token classifier with two labels: \d+ tokens gave \[1, \d+, 3\]\.$/)
  await writeFile(join(folder, 'model.onnx'), modelOfShape({ labels: 2, input: 'pixel_values' }))
  expect(await saying()).toBe('its input "pixel_values" is none of a token classifier.')
  await writeFile(join(folder, 'model.onnx'), 'version https://git-lfs.github.com/spec/v1')
  expect(await saying()).toMatch(/model\.onnx failed|protobuf/i)
  await writeFile(join(folder, 'tokenizer.json'), '[]')
  expect(await saying()).not.toBe('')
})

test('a judge that nobody waits for any more is stopped at once, and answers the next', async () => {
  const folder = await judgeForTest({ kind: 'pairs', texts: [FERRY] })
  const { grounder, failures } = grounderOf(folder)
  const claim = { head: '', context: [{ text: FERRY, isEvidence: true }], before: '', text: FERRY }
  const giveUp = new AbortController()
  const asked = grounder.score(
    Array.from({ length: 100_000 }, () => claim),
    { signal: giveUp.signal },
  )
  setTimeout(() => giveUp.abort(new Error('enough')), 300)
  await expect(asked).rejects.toThrow('enough')
  expect(failures).toEqual([])
  expect(await grounder.score([claim])).toHaveLength(1)
})
