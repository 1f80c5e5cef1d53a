import { afterAll, expect, test } from 'vitest'
import { walkFaults } from './keyboard-walk.ts'
import { openPageKinds } from './page-kinds.ts'

// Every kind of page by keyboard. pages.test.ts has the other checks.

const all = await openPageKinds()
afterAll(() => all.close())

test.for([1280, 390])('Tab reaches every element once, in view, and Shift+Tab goes back, at %i px', async (width) => {
  const faults = await all.check({ width }, async ({ page }, { name }) => {
    // Evidence opens while Tab goes through its article, and a dialog keeps the focus (keyboard.test.ts).
    return ['the search overlay', 'the open menu', 'open evidence and record'].includes(name)
      ? []
      : await walkFaults(page)
  })
  expect(faults).toEqual([])
})
