import { expect, test } from 'vitest'
import { reviewPost } from '#archive/verdict.ts'
import { publish, startOwnSite, storeOf } from '../e2e/site.ts'
import { getPage } from './page.ts'

test('the About page shows the estimate of wrong sentences with its date and size, if there is one', async () => {
  const site = await startOwnSite()
  await publish(site, { id: 'one' })
  const about = async () => (await getPage(`${site.url}/about`)).one('main').textContent
  expect(await about()).not.toContain('drawn at random')
  const sample = { sentences: 40, wrong: 1 }
  const judged = { category: 'technology', id: 'one', baseVersion: 1 }
  await reviewPost({ ...storeOf(site), judged, by: 'Ada', note: '', sample })
  await expect
    .poll(about)
    .toMatch(
      /As of .+ \d{4}, people have checked 40 sentences in 1 article drawn at random\. 1 of them were wrong: 25 in a thousand \(95% interval: 4 to 129\)\./,
    )
})
