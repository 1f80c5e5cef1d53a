import { expect, test } from 'vitest'
import { differInVersion, farApart, entitiesOf, shareVersion } from '#newsroom/stories/similarity/entities.ts'

test.each([
  ['Chrome 142 is out', 'New in Chrome 143'],
  ['React 19', 'React 19.2'],
  ['Node v24.11.1 (LTS)', 'Node.js 25.2 arrives'],
  ['Announcing Rust 1.91.0', 'Announcing Rust 1.91.1'],
  ['Introducing GPT-5', 'GPT-5.1 is here'],
])('%s is not %s', (a, b) => {
  expect([differInVersion(entitiesOf(a), entitiesOf(b)), shareVersion(entitiesOf(a), entitiesOf(b))]).toEqual([
    true,
    false,
  ])
})

test.each([
  ['Chrome 142 is out', 'Chrome 142.0.7444.59 for desktop'],
  ['Rust 1.91', 'Announcing Rust 1.91.0'],
  ['Node v24.0.0 (Current)', 'Node.js 24 Is Here'],
  ['Introducing Claude Opus 4.5', 'Opus 4.5, its best model, is released'],
])('%s is %s', (a, b) => {
  expect([differInVersion(entitiesOf(a), entitiesOf(b)), shareVersion(entitiesOf(a), entitiesOf(b))]).toEqual([
    false,
    true,
  ])
})

test('a count, a year, a day, a price and an identifier are no versions', () => {
  for (const text of [
    'US Charges 12 Spies',
    'Takes Down 593 Servers',
    'Black Hat 2026',
    'March 12',
    'Raises $5 billion',
  ]) {
    expect([...entitiesOf(text).versions], text).toEqual([])
  }
  expect([...entitiesOf('CVE-2025-1234').versions]).toEqual([])
})

test('identifiers, periods, ordinals and stages are read', () => {
  const entities = entitiesOf('Sixth zero-day, CVE-2025-13223 and DSA 5678-1, in October 14 beta of Q3')
  expect([...entities.ids]).toEqual(['cve-2025-13223', 'dsa-5678-1'])
  expect([...entities.periods]).toEqual(['october', '14', 'q3'])
  expect([...entities.ordinals]).toEqual(['6'])
  expect([...entities.stages]).toEqual(['beta'])
})

test('amounts are compared with room for rounding', () => {
  const [a, b, c] = ['$1.46 billion stolen', 'lost around $1.5B', '€2.95bn fine'].map(
    (text) => entitiesOf(text).amounts,
  )
  expect([a, b, c]).toEqual([[1.46e9], [1.5e9], [2.95e9]])
  expect([farApart(a ?? [], b ?? []), farApart(a ?? [], c ?? []), farApart(a ?? [], [])]).toEqual([false, true, false])
})

test('how many there were is read, but not years and small numbers', () => {
  expect(entitiesOf('20,000 domains and 45 servers of 3 gangs in 2025').counts).toEqual([20000, 45])
})
