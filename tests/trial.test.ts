import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { escapeText } from 'entities'
import { expect, onTestFinished, test } from 'vitest'
import type { Progress } from '#newsroom/edition/progress.ts'
import { modelOfFiles } from '#newsroom/llm/file-model.ts'
import { runTrial } from '#wiring/trial.ts'
import { feedOf } from './fixtures/newsroom/feed-server.ts'
import { scriptedWriter } from './fixtures/newsroom/scripted-writer.ts'
import { readTimelessStories } from './fixtures/newsroom/stories.ts'

// Tests the trial over recorded feeds. The tests write the responses to files, like a person who runs a trial.

const story = readTimelessStories().find(({ category }) => category === 'technology')
if (story === undefined) throw new Error('No story fixture belongs to technology.')
const date = '2026-11-21'
const silent: Progress = () => {}
const writer = scriptedWriter([story])

// Creates a trial folder. The first feed contains only a teaser, and the others contain the full text.
function recordedFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stet-trial-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const recorded: Record<string, { file: string; type: string }> = {}
  const sources = (story?.sources ?? []).map((source, index) => {
    const { publisher, url, text } = source
    const feed = `https://publisher-${index}.example/feed.xml`
    const entry = index === 0 ? { ...source, text: 'A teaser.' } : source
    const paragraphs = text.split('\n\n').map((paragraph) => `<p>${escapeText(paragraph)}</p>`)
    writeFileSync(
      join(folder, `${index}.html`),
      `<html><body><article>${paragraphs.join('\n')}</article></body></html>`,
    )
    writeFileSync(join(folder, `${index}.xml`), feedOf(publisher, [{ sources: [entry] }], new Date(date)))
    recorded[feed] = { file: `${index}.xml`, type: 'application/rss+xml' }
    recorded[url] = { file: `${index}.html`, type: 'text/html' }
    return {
      id: `p-${index}`,
      name: publisher,
      url: feed,
      categories: ['technology', 'cybersecurity'],
      kind: 'publisher',
    }
  })
  writeFileSync(join(folder, 'recorded.json'), JSON.stringify(recorded))
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources))
  return folder
}

test('waits for response files, and prints each sentence with its evidence', async () => {
  const folder = recordedFolder()
  const options = { folder, date, categories: ['technology'], progress: silent }
  const playing = new AbortController()
  const player = play(folder, playing.signal)
  const { report, posts, lines } = await runTrial({ ...options, model: modelOfFiles({ folder, wait: true }) })
  playing.abort()
  await player
  const text = lines.join('\n')
  expect(report.outcomes, text).toMatchObject([{ state: 'published', rejections: [] }])
  expect(text).toContain('First drafts that passed: 1 of 1.')
  expect(text).not.toContain('Drafts rejected')
  expect(text).toMatch(/\d{3} words, \d+ citations of \d sources/)
  expect(posts.map(({ title }) => title)).toEqual([story.draft.title.text])
  expect(text).toMatch(/Questions for the judge: .+\./)
  expect(text).toMatch(/Planted errors found: [\w ]+ (\d+) of \1[,.]/)
  expect(text).toMatch(/\d+ model requests, \d{4,} tokens,/)
  expect(text).toContain(`# ${story.draft.title.text}`)
  expect(lines.filter((line) => /^ {4}S\d+\.\w+ {2}\S/.test(line)).length).toBeGreaterThan(10)

  // A second run uses the same responses.
  const again = modelOfFiles({ folder, wait: false })
  expect((await runTrial({ ...options, model: again })).lines).toEqual(lines)
  expect(again.unanswered).toEqual([])
})

test('writes the files of all independent requests in one run', async () => {
  const folder = recordedFolder()
  const options = { folder, date, categories: ['technology', 'cybersecurity'], progress: silent }
  // Later requests depend on the editor's choice.
  const first = modelOfFiles({ folder, wait: false })
  const shown: string[] = []
  const progress: Progress = (line) => shown.push(line)
  expect((await runTrial({ ...options, progress, model: first })).lines.join('\n')).toMatch(/^The trial waits for/)
  expect(shown.join('\n')).not.toContain('technology-1')
  expect(first.unanswered.map(nameOf)).toEqual(['choice'])
  const entries = [...readRequest(folder, first.unanswered[0]).matchAll(/"id":"(E\d+)"/g)].map(([, id = '']) => id)
  const [one = '', two = ''] = entries
  const chosen = [
    { category: 'technology', members: [one], event: 'It happened.', why: 'It matters.', worth: '3' },
    { category: 'cybersecurity', members: [two], event: 'It happened.', why: 'It matters.', worth: '3' },
  ]
  writeFileSync(
    join(folder, 'answers', `${first.unanswered[0]}.json`),
    JSON.stringify({ stories: chosen, not_news: [] }),
  )
  const second = modelOfFiles({ folder, wait: false })
  const { report } = await runTrial({ ...options, model: second })
  expect(report.outcomes).toMatchObject([
    { slot: 'technology-1', state: 'failed' },
    { slot: 'cybersecurity-1', state: 'failed' },
  ])
  expect(second.unanswered.map(nameOf)).toEqual(['article', 'article'])
  for (const name of second.unanswered) expect(readRequest(folder, name)).toMatch(/^# Instructions\n[^]*\n# Question\n/)
})

test('the error for an invalid list of recorded URLs contains the file name', async () => {
  const folder = recordedFolder()
  writeFileSync(join(folder, 'recorded.json'), '{ "not an address": {} }')
  const run = runTrial({ folder, date, categories: [], model: modelOfFiles({ folder, wait: false }), progress: silent })
  await expect(run).rejects.toThrow(/recorded\.json is invalid: not an address/)
})

function nameOf(request: string): string {
  return request.replace(/-\w+$/, '')
}

function readRequest(folder: string, name = ''): string {
  return readFileSync(join(folder, 'requests', `${name}.md`), 'utf8')
}

// Writes a response to every new request file until `signal` is aborted.
async function play(folder: string, signal: AbortSignal): Promise<void> {
  const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')]
  while (!signal.aborted) {
    mkdirSync(requests, { recursive: true })
    for (const file of readdirSync(requests)) {
      const answer = join(answers, file.replace(/\.md$/, '.json'))
      const [, instructions = '', prompt = '', schema] =
        /^# Instructions\n\n([^]*?)\n\n# Question\n\n([^]*)\n\n# Schema of the answer\n\n(.*)\n$/.exec(
          readFileSync(join(requests, file), 'utf8'),
        ) ?? []
      // The request file may still be incomplete.
      if (existsSync(answer) || schema === undefined) continue
      const reply = writer({ instructions, prompt, schema: JSON.parse(schema) })
      if (!('json' in reply)) throw new Error(JSON.stringify(reply))
      writeFileSync(`${answer}.new`, JSON.stringify(reply.json))
      renameSync(`${answer}.new`, answer)
    }
    await pause(20)
  }
}
