import { parseHTML } from 'linkedom'
import { parse } from 'postcss'
import { PurgeCSS } from 'purgecss'
import { openArchive } from '#archive/archive.ts'
import { openJournal } from '#archive/journal.ts'
import type { PostToPublish } from '#archive/post-store.ts'
import { publishPost } from '#archive/publish.ts'
import { openSearchIndex } from '#archive/search-index.ts'
import { categoryHref, matchRoute, postHref } from '#blog/routes.ts'
import type { CriticalScreen, Renderer } from '#blog/site.ts'
import { memoryBucket } from '#bucket/memory.ts'
import { createArchiveClient } from '#server/archive-client.ts'
import { readSiteWords } from '#wiring/editorial.ts'
import { starterPosts } from './starter-posts.ts'

/**
 * Returns the style rules that the first edition's pages use, for each kind of page. The server inlines these rules so
 * that browsers can show a page after one round trip and load the full style sheet without blocking.
 */
export async function criticalStyles(css: string, renderer: Renderer): Promise<Record<CriticalScreen, string>> {
  const { home, category, article } = await renderFirstEdition(renderer)
  const early = withoutLateRules(css)
  return {
    home: await purge(early, home),
    category: await purge(early, category),
    article: await purge(early, article),
  }
}

const LATE_SELECTOR = /(?<!\():(?:hover|active|focus|target|popover-open)|::(?:backdrop|highlight|selection)/
const LATE_MEDIA = /^print$|forced-colors|prefers-contrast/

// Removes the rules that the first view does not need: print styles, rare user preferences, transitions and the effects
// of user input. Also removes web fonts, because they slow down the first layout.
function withoutLateRules(css: string): string {
  const sheet = parse(css)
  sheet.walkAtRules(/^(?:page|media)$/, (rule) => {
    if (rule.name !== 'media' || LATE_MEDIA.test(rule.params)) rule.remove()
  })
  sheet.walkDecls('transition', (declaration) => {
    declaration.remove()
  })
  sheet.walkAtRules('font-face', (rule) => {
    if (rule.toString().includes('url(')) rule.remove()
  })
  sheet.walkRules((rule) => {
    rule.selectors = rule.selectors.filter((selector) => !LATE_SELECTOR.test(selector))
    if (rule.selector === '' || rule.nodes.length === 0) rule.remove()
  })
  return sheet.toString()
}

async function purge(css: string, pages: string[]): Promise<string> {
  const [result] = await new PurgeCSS().purge({
    content: pages.map((raw) => ({ raw, extension: 'html' })),
    css: [{ raw: css }],
    extractors: [{ extensions: ['html'], extractor: selectorParts }],
    variables: true,
    keyframes: true,
  })
  if (!result || result.css === '') throw new Error('No style rule matches the pages of the first edition.')
  // Declare all layers so that their order is correct when the full style sheet later adds rules to the other layers.
  const layers = Array.from(css.matchAll(/@layer (\w+)\s*\{/g), ([, name]) => name)
  return `@layer ${layers.join()};${result.css}`
}

// Matches the contents of closed panels, the bar that shows reading progress, and everything below the first viewport.
const BELOW = 'details:not([open]) > :not(summary), .progress, .prose > :nth-child(n + 4), .prose ~ *, .site-footer'

function selectorParts(html: string) {
  const { document } = parseHTML(html)
  for (const hidden of document.querySelectorAll(BELOW)) hidden.remove()
  const elements = [...document.querySelectorAll('*')]
  const attributes = elements.flatMap((element) => [...element.attributes])
  return {
    tags: elements.map(({ localName }) => localName),
    classes: elements.flatMap(({ classList }) => [...classList]),
    ids: elements.map(({ id }) => id),
    attributes: { names: attributes.map(({ name }) => name), values: attributes.map(({ value }) => value) },
    undetermined: [],
  }
}

// Renders the pages from a temporary archive. Only the markup in the first viewport matters here, so the posts have a
// placeholder cover and no related posts.
async function renderFirstEdition(renderer: Renderer): Promise<Record<CriticalScreen, string[]>> {
  const bucket = memoryBucket()
  const journal = openJournal({ bucket })
  const picture: PostToPublish['picture'] = {
    widths: [128, 640, 1200],
    formats: ['avif', 'webp'],
    placeholder: '#888888',
    alt: '',
  }
  const posts = (await starterPosts()).map((post) => ({ ...post, picture }))
  for (const post of posts) await publishPost({ bucket, journal, post, files: [] })
  const archive = await openArchive({ bucket, pollEvery: 0 })
  const index = { ...openSearchIndex({ archive, bucket, onError: console.error }), related: async () => [] }
  const client = createArchiveClient({ kind: 'local', archive, bucket, index, categoryOrder: [] }, console.error)
  const site = await readSiteWords()
  async function render(address: string): Promise<string> {
    const { html } = await renderer.renderPage({
      address,
      route: matchRoute(address),
      config: { site, apiHost: '', bucketName: '', bucketUrl: '', siteUrl: '', offline: false, year: 0 },
      assets: { critical: null, stylesheet: '', fonts: [], script: '' },
      categories: [],
      client,
      ssrTimeout: null,
      report: console.error,
    })
    return html
  }
  const pages = {
    home: [await render('/')],
    category: await Promise.all(archive.categories().map((category) => render(categoryHref(category)))),
    article: await Promise.all(posts.map((post) => render(postHref(post)))),
  }
  await index.close()
  return pages
}
