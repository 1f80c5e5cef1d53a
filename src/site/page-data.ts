import type { SiteConfig } from '#blog/site.ts'
import type { Article } from '#site/data/model.ts'
import { shownAtHome } from '#site/data/home.ts'
import type { Queries } from '#site/data/queries.ts'
import type { Route } from '#site/routes.ts'

/** The id of the element that carries a page's data as JSON: data travels in no executable script. */
export const PAGE_DATA_ID = 'page-data'

/** What a server-rendered page hands to the browser: its settings and the answers it was rendered from. */
export type PageData = { config: SiteConfig; answers: { key: readonly unknown[]; data: unknown }[] }

/** The answers that a page was rendered from, without what the page's HTML already holds. */
export function collectAnswers(route: Route, queries: Queries): PageData['answers'] {
  const categories = queries.cache.getQueryData(queries.categories.queryKey)
  const answers: PageData['answers'] = [{ key: queries.categories.queryKey, data: categories }]
  if (route.screen === 'home') {
    const list = queries.cache.getQueryData(queries.allPosts.queryKey)
    const shown = list && categories && { ...list, posts: shownAtHome(list.posts, categories.names) }
    answers.push({ key: queries.allPosts.queryKey, data: shown })
  }
  if (route.screen === 'category') {
    const { queryKey } = queries.postsOf(route.category)
    answers.push({ key: queryKey, data: queries.cache.getQueryData(queryKey) })
  }
  if (route.screen === 'article') {
    const { queryKey } = queries.article(route.category, route.id)
    const article = queries.cache.getQueryData(queryKey)
    answers.push({ key: queryKey, data: article && withoutHtml(article) })
  }
  return answers.filter(({ data }) => data !== undefined)
}

/** JSON that can stand inside a script element. */
export function serialise(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
}

/** Reads a page's data back and fills the cache; `articleHtml` gives the text that the page already shows. Null when there is none. */
export function restore(queries: { cache: Queries['cache'] }, data: PageData, articleHtml: () => string): void {
  for (const { key, data: answer } of data.answers) {
    // Cached HTML may be old; its answers count as asked for now.
    queries.cache.setQueryData(key, isArticle(key, answer) ? withHtml(answer, articleHtml()) : answer, {
      updatedAt: Date.now(),
    })
  }
}

function withoutHtml(article: Article): Article {
  return article.origin === 'missing' ? article : withHtml(article, '')
}

function withHtml(article: Exclude<Article, { origin: 'missing' }>, html: string): Article {
  return { ...article, post: { ...article.post, html } }
}

function isArticle(key: readonly unknown[], answer: unknown): answer is Exclude<Article, { origin: 'missing' }> {
  return key[0] === 'article' && typeof answer === 'object' && answer !== null && 'post' in answer
}
