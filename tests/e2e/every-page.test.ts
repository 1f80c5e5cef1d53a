import { afterAll, expect, test } from 'vitest'
import { walkFaults } from './keyboard-walk.ts'
import { openPageKinds } from './page-kinds.ts'

// Tests the keyboard navigation of every kind of page. pages.test.ts contains the other checks.

const all = await openPageKinds()
afterAll(() => all.close())

test.for([1280, 390])('Tab reaches and shows every element once, and Shift+Tab goes back, at %i px', async (width) => {
  const faults = await all.check({ width }, async ({ page }, { name }) => {
    // Skip the overlay and the menu, because they trap the focus. Skip open evidence, because Tab opens it anyway on
    // its way through an article.
    return ['the search overlay', 'the open menu', 'open evidence and record'].includes(name)
      ? []
      : await walkFaults(page)
  })
  expect(faults).toEqual([])
})
