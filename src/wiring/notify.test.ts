import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import type { Outcome } from '#newsroom/edition/report.ts'
import { editionNotices, messageFor, notifierOf, type Notice } from './notify.ts'
import { listen } from './site-server.ts'
import { outcomeOf, reportOf } from '../../tests/fixtures/newsroom/report.ts'

const notice: Notice = { event: 'retraction', text: 'Retracted: <!channel> “A & B” for @all.' }

/** Starts a webhook. `send` sends a notice to one of its paths and returns the request. */
async function receiver(status = 200) {
  const requests: { title: string | undefined; type: string | undefined; body: string }[] = []
  const errors: unknown[] = []
  const server = createServer(async (request, response) => {
    const { title, 'content-type': type } = request.headers
    requests.push({ title: title === undefined ? undefined : String(title), type, body: await readText(request) })
    response.writeHead(status).end()
  })
  const url = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  const send = async (path: string) => {
    await notifierOf({ NOTIFY_URL: `${url}${path}` }, (error) => errors.push(error))(notice)
    return requests.at(-1)
  }
  return { send, errors, url }
}

test('sends a notice as JSON, and without mentions to Mattermost', async () => {
  const { send, errors } = await receiver()
  const plain = await send('/webhook?key=secret')
  expect(JSON.parse(plain?.body ?? '')).toEqual({ ...notice, time: expect.stringMatching(/^20/) })
  expect(JSON.parse((await send('/hooks/abc'))?.body ?? '')).toEqual({
    text: 'Retracted: <!channel> “A & B” for (at)all.',
  })
  expect(errors).toEqual([])
})

test('reports a notice that could not be delivered, but not the URL', async () => {
  const { send, errors } = await receiver(500)
  await send('/webhook?key=secret')
  expect(String(errors)).toMatch(/retraction was not delivered to NOTIFY_URL: it responded with status 500/)
  expect(String(errors)).not.toContain('secret')
  await notifierOf({ NOTIFY_URL: undefined }, (error) => errors.push(error))(notice)
  expect(errors).toHaveLength(1)
})

const report = (...states: Outcome['state'][]) => reportOf(states.map((state) => outcomeOf(state)))

test('returns one notice with the result of an edition and one about its held posts', () => {
  const events = (...states: Parameters<typeof report>) =>
    editionNotices(report(...states), null, []).map(({ event }) => event)
  expect(events('published', 'published')).toEqual(['edition-done'])
  expect(events('published', 'failed')).toEqual(['edition-incomplete'])
  expect(events('failed')).toEqual(['edition-failed'])
  expect(editionNotices(report('held'), null, [])).toMatchObject([
    { event: 'edition-done' },
    { event: 'posts-waiting', text: expect.stringContaining('“A title”') },
  ])
  // A retry with the same result causes no notice.
  expect(editionNotices(report('failed'), report('failed'), [])).toEqual([])
  expect(editionNotices(report('published'), report('failed'), [])).toHaveLength(1)
})

test('reports all silent sources in one notice, which a retry does not repeat', () => {
  const silent = [{ name: 'The Heron' }, { name: 'The Wren' }]
  expect(editionNotices(report('published'), null, silent)[1]).toEqual({
    event: 'source-silent',
    text: 'These sources have failed for a week: The Heron, The Wren. Check them with npm run doctor -- --sources.',
  })
  expect(editionNotices(report('published'), report('published'), silent)).toEqual([])
})

test('sends notices to Slack and ntfy in their own formats', () => {
  const slack = messageFor('https://hooks.slack.com/services/T/B/X', notice)
  expect(JSON.parse(slack.body)).toEqual({ text: 'Retracted: &lt;!channel&gt; “A &amp; B” for @all.' })
  for (const url of ['https://ntfy.sh/topic', 'https://ntfy.example.org/topic'])
    expect(messageFor(url, notice)).toEqual({ headers: { title: 'Stet: retraction' }, body: notice.text })
})
