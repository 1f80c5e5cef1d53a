import { expect, test, vi } from 'vitest'
import { axeFindings, overflowOf, sessionFor, type SessionOptions } from './browser.ts'
import { postWithEvidence, startDeskForTest } from './desk.ts'

const LOOKS = [
  { width: 1280, dark: false },
  { width: 820, dark: true },
]
const PLACE = { category: 'technology', id: 'raft-in-one-sitting' }

/** Opens the desk in a fresh session, and waits for the list of posts. */
async function openDeskPage(address: string, look: SessionOptions) {
  const session = await sessionFor({ ...look, fresh: true })
  await session.page.goto(address)
  await session.page.getByRole('heading', { level: 1, name: /to review/ }).waitFor()
  return session
}

/** Requests a post's page from a site, and returns its status and text. */
async function read(url: string, { category, id }: typeof PLACE) {
  const answer = await fetch(`${url}/post/${category}/${id}`)
  return { status: answer.status, text: await answer.text() }
}

test('opens from a link on another site, such as a web-based terminal', async () => {
  const { server } = await startDeskForTest({ isEmpty: true })
  const { page } = await sessionFor({ fresh: true })
  const body = `<a href="${server.address()}">Open the desk</a>`
  await page.route('http://terminal.example/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://terminal.example/')
  await page.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /to review/ }).waitFor({ timeout: 5_000 })
})

test('a reviewer can keep a post with fewer than ten key presses', async () => {
  const { server, sites, archive } = await startDeskForTest({ sites: 1, isEmpty: true, posts: [postWithEvidence()] })
  const { page, problems } = await openDeskPage(server.address(), { width: 1280 })
  const keys = ['Enter', 'k', 'A', 'd', 'a', 'Enter']
  expect(keys.length).toBeLessThan(10)
  for (const key of keys) {
    await page.keyboard.press(key)
    if (key === 'Enter')
      await page.getByRole('navigation', { name: 'Verdict' }).or(page.getByRole('status')).first().waitFor()
    if (key === 'k') await page.getByRole('dialog').waitFor()
  }
  await page.getByText('Kept: technology/forty').waitFor()
  await page.getByText('Every post has a verdict.').waitFor()
  expect(archive.find('technology', 'forty')?.reviews).toMatchObject([{ by: 'Ada' }])
  await expect
    .poll(async () => (await read(sites[0]?.url ?? '', { category: 'technology', id: 'forty' })).text)
    .toContain('Reviewed by Ada on')
  expect(problems).toEqual([])
})

test('a correction and its note appear on two servers within two seconds', async () => {
  const { server, sites, archive } = await startDeskForTest({ sites: 2 })
  const { page } = await openDeskPage(server.address(), { width: 820, dark: true })
  await page.getByRole('searchbox').fill('raft-in-one')
  await page.getByRole('listitem').getByRole('link').click()
  await page.getByRole('complementary', { name: 'Evidence' }).waitFor()
  await page.keyboard.press('c')
  const editor = page.getByRole('textbox', { name: 'The article as Markdown' })
  await editor.fill((await editor.inputValue()).replace(/^title: .*/m, 'title: A corrected title'))
  await page.locator('ins', { hasText: 'corrected' }).waitFor()
  await page.getByText('The text was checked.').waitFor()
  await page.getByLabel('Your name').fill('Lin & Ada')
  await page.getByLabel('The error').fill('The title said too much.')
  await page.getByRole('button', { name: 'Publish the correction' }).click()
  await vi.waitUntil(() => archive.find(PLACE.category, PLACE.id)?.title === 'A corrected title', {
    timeout: 10_000,
    interval: 20,
  })
  await Promise.all(
    sites.map(({ url }) =>
      vi.waitUntil(async () => (await read(url, PLACE)).text.includes('The title said too much.'), {
        timeout: 2_000,
        interval: 50,
      }),
    ),
  )
  expect((await read(sites[1]?.url ?? '', PLACE)).text).toContain('A corrected title')
})

test('a retraction needs a reason and a second confirmation, and every server then returns 410', async () => {
  const { server, sites } = await startDeskForTest({ sites: 2 })
  const { page } = await openDeskPage(server.address(), { width: 1280, dark: true })
  await page.goto(`${new URL(server.address()).origin}/#${PLACE.category}/${PLACE.id}`)
  await page.getByRole('button', { name: 'Retract' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your name').fill('Ada')
  await dialog.getByRole('button', { name: 'Retract …' }).click()
  expect(await dialog.getByRole('alert').count()).toBe(0)
  await dialog.getByLabel('Reason').fill('Not so.')
  await dialog.getByRole('button', { name: 'Retract …' }).click()
  await dialog.getByRole('button', { name: 'Yes, retract it' }).click()
  for (const { url } of sites) {
    await vi.waitUntil(async () => (await read(url, PLACE)).status === 410, { timeout: 10_000 })
    expect((await read(url, PLACE)).text).toContain('Not so.')
    expect(await (await fetch(`${url}/rss.xml`)).text()).not.toContain(`${PLACE.id}</link>`)
  }
})

test('another reviewer sees a pending verdict, and the first reviewer can undo it', async () => {
  const { server, archive } = await startDeskForTest({ undoMs: 60_000, isEmpty: true, posts: [postWithEvidence()] })
  const [one, two] = [await openDeskPage(server.address(), {}), await openDeskPage(server.address(), {})]
  for (const key of ['Enter', 'k', 'A', 'Enter']) {
    await one.page.keyboard.press(key)
    if (key === 'k') await one.page.getByRole('dialog').waitFor()
    else
      await one.page
        .getByRole('button', { name: 'Keep' })
        .first()
        .waitFor({ timeout: 1_000 })
        .catch(() => {})
  }
  await two.page.getByText(/A keeps technology\/forty in \d+ s/).waitFor()
  await one.page.keyboard.press('u')
  await one.page.getByText(/A keeps technology/).waitFor({ state: 'detached' })
  expect(archive.sequence).toBe(1)
})

test.for(LOOKS)('shows the evidence of each of 40 sentences at $width px', async (look) => {
  const { server } = await startDeskForTest({ isEmpty: true, posts: [postWithEvidence()] })
  const { page, problems } = await openDeskPage(server.address(), look)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('complementary', { name: 'Evidence' })
  await panel.waitFor()
  for (let index = 0; index < 40; index += 1) {
    await page.keyboard.press(index === 0 ? 'ArrowRight' : 'ArrowDown')
    if (index === 0) await page.keyboard.press('ArrowRight')
    await panel.getByText(`Crossing ${index + 100} of the Halcyon took place on day ${index + 1}.`).waitFor()
  }
  expect(await page.locator('.visited').count()).toBe(42)
  expect(await panel.getByRole('figure').textContent()).toContain('Port of Kestrel')
  expect(problems).toEqual([])
})

test('opens the links of an article in another tab, except links to citations', async () => {
  const post = postWithEvidence()
  const html = `<p>See <a href="https://port.example/log#day-3">the log</a><a href="#source-1">1</a>.</p>${post.html}`
  const { server } = await startDeskForTest({ isEmpty: true, posts: [{ ...post, html }] })
  const { page } = await openDeskPage(server.address(), {})
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Evidence' }).waitFor()
  await page.evaluate(() => {
    window.open = (url) => ((document.title += ` ${String(url)}`), null)
  })
  await page.getByRole('link', { name: '1', exact: true }).first().click()
  await page.getByRole('link', { name: 'the log', exact: true }).click()
  expect(await page.title()).toMatch(/^[^:#]* https:\/\/port\.example\/log#day-3$/)
})

test.for(LOOKS)('has no axe findings, and no overflow with 200% text, at $width px', async (look) => {
  const { server } = await startDeskForTest({})
  const { page } = await openDeskPage(server.address(), look)
  const check = async (name: string) => {
    expect(await axeFindings(page), name).toEqual([])
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
    expect(await overflowOf(page), name).toBe(0)
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''))
  }
  await check('list')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByText(/The evidence of this post is a list of sources.* This sentence cites none of them\.$/).waitFor()
  await check('post')
  await page.keyboard.press('r')
  await page.getByRole('dialog').waitFor()
  await check('retract')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('c')
  await page.getByText('The file does not change anything.').waitFor()
  await check('correct')
})
