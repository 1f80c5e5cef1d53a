import { expect, test } from 'vitest'
import { openSession } from './browser.ts'
import { firstEdition } from './site.ts'

test('after a deploy, an open page whose scripts no longer exist can be read, and its links work', async () => {
  const site = await firstEdition()
  const { page, close } = await openSession()
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${site.url}/category/cybersecurity`)
  await page.getByTestId('post-card').first().getByRole('link').click()
  await page.waitForURL('**/post/**')
  expect(await page.locator('.prose p').first().innerText()).not.toBe('')
  await close()
})
