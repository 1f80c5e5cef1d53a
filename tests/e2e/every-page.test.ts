import { afterAll, expect, test } from 'vitest'
import { walkFaults } from './keyboard-walk.ts'
import { openPageKinds } from './page-kinds.ts'

// Checks every kind of page by keyboard. pages.test.ts has the other checks.

const all = await openPageKinds()
afterAll(() => all.close())

test.for([1280, 390])('Tab reaches every element once, in view, and Shift+Tab goes back, at %i px', async (width) => {
  const faults = await all.check({ width }, async ({ page }, { name }) => {
    // Evidence also opens while Tab goes through its article, and a dialog or menu keeps the focus.
    return ['the search overlay', 'the open menu', 'open evidence and record'].includes(name)
      ? []
      : await walkFaults(page)
  })
  expect(faults).toEqual([])
})
