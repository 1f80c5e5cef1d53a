import { expect, test } from 'vitest'
import { checkClaim } from '../../../../tests/fixtures/newsroom/evidence/claim-over.ts'
import { sourceOf } from '../../../../tests/fixtures/newsroom/evidence/written-source.ts'

const source = sourceOf('S1', {
  title: 'Using `dockhand`',
  blocks: [
    ['Call `moor()` with --all-lines, or run dockhand tie now.', 'The file is dock/lines.toml of version 2.1.4.'],
    { code: ['$ dockhand sync --all', 'if (tide > 3) {', '  moor("north")', '}', 'dockhand go'] },
    ['Then wait.'],
    ['Nothing follows.'],
  ],
})
const lines = (text: string, from: string[]) => checkClaim({ kind: 'code', text, from }, [source])
const span = (text: string, from = ['S1.1']) => checkClaim({ text, from }, [source]).errors

test.each([
  ['all of it', 'dockhand sync --all\nif (tide > 3) {\n  moor("north")\n}\ndockhand go', [3, 4, 5, 6, 7]],
  ['a part of it', 'if (tide > 3) {\n  moor("north")\n}', [4, 5, 6]],
  ['other indentation', 'if (tide > 3) {\n\tmoor("north")\n}', [4, 5, 6]],
  ['a blank line, and typographic marks', 'if (tide > 3) {\n\nmoor(“north”)\n}', [4, 5, 6]],
  ['fewer lines than are cited', 'moor("north")', [4, 5]],
  ['a command out of a sentence', 'dockhand tie now', [1]],
])('an excerpt passes: %s', (_, text, from) => {
  expect(
    lines(
      text,
      from.map((number) => `S1.${number}`),
    ).errors,
  ).toEqual([])
})

test.each([
  ['a sign changed', 'code-altered', 'if (tide < 3) {\n  moor("north")\n}', [4, 5, 6]],
  ['a case changed', 'code-altered', 'Dockhand go', [7]],
  ['an option less', 'code-altered', 'dockhand sync', [3]],
  ['a line left out', 'code-broken', 'if (tide > 3) {\n}', [4, 5, 6]],
  ['a line left out and not cited', 'code-broken', 'dockhand sync --all\nif (tide > 3) {\ndockhand go', [3, 4, 7]],
  ['lines in another order', 'code-broken', 'moor("north")\nif (tide > 3) {\n}', [4, 5, 6]],
  ['a mark of omission', 'code-altered', 'if (tide > 3) {\n…\n}', [4, 5, 6]],
  ['of no source', 'code-altered', 'dockhand sink', [8]],
])('code that is no excerpt is found: %s', (_, code, text, from) => {
  expect(
    lines(
      text,
      from.map((number) => `S1.${number}`),
    ).errors,
  ).toContain(code)
})

test('lines beside the cited ones get their ids added', () => {
  expect(lines('if (tide > 3) {\n  moor("north")\n}', ['S1.5'])).toMatchObject({ errors: [], added: ['S1.4', 'S1.6'] })
})

test.each([
  '`moor()`',
  '`moor`',
  '`--all-lines`',
  '`dock/lines.toml`',
  '`lines.toml`',
  '`2.1.4`',
  '`dockhand`',
  '`dockhand tie`',
])('%s stands in the evidence or beside it', (text) => {
  expect(span(`It is about ${text} here.`)).toEqual([])
})

test.each(['`unmoor()`', '`Moor()`', '`--all`', '`lines.tom`', '`2.1`', '`1.4`', '`all-lines`', '`hand tie`'])(
  '%s does not',
  (text) => {
    expect(span(`It is about ${text} here.`)).toEqual(['code-not-in-evidence'])
  },
)

test('what the title has, or three units, may be told anywhere; what one has far away must be cited', () => {
  expect(span('It is about `dockhand` here.', ['S1.9'])).toEqual([])
  expect(span('It is about `moor` here.', ['S1.9'])).toEqual(['code-not-in-evidence'])
  expect(span('It is about `moor` here.', ['S1.9', 'S1.1'])).toEqual([])
  const often = sourceOf('S1', { blocks: [['Nothing.'], ['It is lee.'], ['Call lee.'], ['No lee.'], ['Call luff.']] })
  expect(checkClaim({ text: 'It is about `lee` here.' }, [often]).errors).toEqual([])
  expect(checkClaim({ text: 'It is about `luff` here.' }, [often]).errors).toEqual(['code-not-in-evidence'])
})
