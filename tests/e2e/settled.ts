import type { Page } from 'playwright-core'
import { hydrated } from './browser.ts'

/** Waits until a page has come to life and no call of it is under way; on a busy machine the server may have sent a skeleton. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  for (const testId of ['skeleton', 'nav-placeholder'])
    await page.getByTestId(testId).first().waitFor({ state: 'detached' })
}

/**
 * Waits until all of an article has taken its place: on phones what is below the window waits for a script, and until then
 * parts of it lie over each other for whoever asks where they are.
 */
export async function laidOut(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const last = [...document.querySelectorAll('.prose > *, .end-block, .related')].at(-1)
    return !last || getComputedStyle(last).contentVisibility === 'visible'
  })
}
