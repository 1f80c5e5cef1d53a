import { toText } from 'hast-util-to-text'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#newsroom/article/render-markdown.ts'
import { renderArticle } from '#newsroom/publishing/render-html.ts'
import { setQuotes } from '#newsroom/publishing/render/typography.ts'
import { plain } from '#text/prose.ts'
import { draftWith, paragraph, said, sourceWith } from '../../../../tests/fixtures/newsroom/drafts.ts'

test.each([
  [`Ethereum's fee rule`, 'Ethereum’s fee rule'],
  [`It's "so", 'they' say`, 'It’s “so”, ‘they’ say'],
  [`The '90s -- and then... [S1] *x*`, 'The ’90s -- and then... [S1] *x*'],
  ['Already “set”', 'Already “set”'],
  [`5'10" or 6' tall, a 27" disk, the 1990's, "up to 12"`, `5'10" or 6' tall, a 27" disk, the 1990’s, “up to 12”`],
])('%s is set as %s', (typed, set) => {
  expect(setQuotes(typed)).toBe(set)
  expect(setQuotes(set)).toBe(set)
})

test.for([
  'git push --force-with-lease, npm ci --omit=dev, i--, a -- b, HEAD~1~2',
  'v1.2.3...v1.2.4, ^1.0.0 and >= 2.0, < 3.0',
  `curl -H 'Accept: text/html' -d "a=1" --data-raw='{"b": "c"}'`,
  'name="x" or print("it\'s", \'so\') or env["HOME"] or {"a": "b\'s"}',
  "https://one.example/it's?q=\"a\", /etc/o'clock, C:\\it's and $it's",
])('leaves technical words outside code unchanged: %s', async (text) => {
  expect(setQuotes(text)).toBe(text)
  const markdown = text.replaceAll(/[\\_*<>[\]{}|#$]/g, String.raw`\$&`)
  const row = markdown.replaceAll('\\|', '')
  const html = await renderArticle(`Run ${markdown}\n\n| ${row} | b |\n| - | - |\n| - ${markdown} | d |`, [])
  const shown = toText(unified().use(rehypeParse, { fragment: true }).parse(html))
  expect(shown).toContain(`Run ${text}\n`)
  expect(shown).toContain(`- ${text}\t`)
})

test.for([
  ["She wrote: \"It's 10 ms -- or 'less' in TLS 1.3...\".", "She wrote: “It's 10 ms -- or 'less' in TLS 1.3...”."],
  ["> “It's 10 ms, they say.” — Ada", "“It's 10 ms, they say.”"],
  ["“One *isn't* `so`, it's 5 MB.” It's 5 MB.", "“One isn't so, it's 5 MB.” It’s 5&nbsp;MB."],
])('keeps a quotation exactly as written: %s', async ([markdown = '', shown]) => {
  const html = await renderArticle(markdown, [])
  expect(html.replaceAll(/<[^>]*>/g, '')).toContain(shown)
})

test('keeps the asterisks of code and arithmetic in a title', () => {
  expect(plain('**Python** drops `**kwargs` of *2*3* and `a*b`')).toBe('Python drops **kwargs of 2*3 and a*b')
})

test('does not treat asterisks in arithmetic or argument lists as emphasis', async () => {
  const text = 'It takes *args and **kwargs; 2*3*4 is 24, **bold** and *italic* stay, and so does **bold with `2*3`**.'
  const draft = draftWith({ sections: [{ heading: null, blocks: [paragraph(said(text, 'S1.1'))] }] })
  const { markdown } = renderMarkdown(draft, [sourceWith('S1', ['One.']), sourceWith('S2', ['Two.'])])
  const html = await renderArticle(markdown, [])
  expect(html).toContain(
    'It takes *args and **kwargs; 2*3*4 is 24, <strong>bold</strong> and <em>italic</em> stay, and so does <strong>bold with <code>2*3</code></strong>.',
  )
})
