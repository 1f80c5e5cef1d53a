import { useState } from 'react'
import { useStylesheet } from '#site/context.tsx'
import { hasNavigated } from '#site/router.tsx'

// A served page links the full style sheet below its first screen. Chromium shows the content above the link with
// the inlined styles, and waits for the style sheet before it reads the rest. Otherwise, it would lay out the whole page
// before it shows the first image. Later pages need no link, because the style sheet stays loaded.

/** The link to the style sheet below the first screen of a page. */
export function Fold() {
  const stylesheet = useServedStylesheet()
  return stylesheet && <link rel="stylesheet" href={stylesheet} />
}

/**
 * Returns an article's HTML with the link before its first heading. The HTML must be sanitised, so that `<h2` is never
 * part of an attribute or a text.
 */
export function useFoldedHtml(html: string): string {
  const stylesheet = useServedStylesheet()
  return stylesheet === null ? html : html.replace(/<h2[ >]/, `<link rel="stylesheet" href="${stylesheet}">$&`)
}

/** Removes the link that `useFoldedHtml` added. */
export function removeFold(html: string): string {
  return html.replace(/<link rel="stylesheet"[^>]*>/, '')
}

function useServedStylesheet(): string | null {
  const stylesheet = useStylesheet()
  // Keep the first value, so that a served article does not change while the reader leaves it.
  return useState(() => (hasNavigated() ? null : stylesheet))[0]
}
