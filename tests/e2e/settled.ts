import type { Page } from 'playwright-core'
import { hydrated } from './browser.ts'

/** Waits until a page has come to life and no call of it is under way; on a busy machine the server may have sent a skeleton. */
export async function settled(page: Page): Promise<void> {
  await hydrated(page)
  for (const testId of ['skeleton', 'nav-placeholder'])
    await page.getByTestId(testId).first().waitFor({ state: 'detached' })
}
