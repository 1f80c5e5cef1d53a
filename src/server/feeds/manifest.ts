import { LANGUAGE } from '#server/feeds/feed.ts'
import type { SiteWords } from '#blog/site.ts'

// As in the tokens of the site's styles.
const PAPER = '#fcfcfb'

/** The site as an application of a home screen (https://www.w3.org/TR/appmanifest/). */
export function manifest(site: SiteWords): string {
  // The icon fills its square and keeps its mark in the middle, so it bears every mask.
  const icons = [192, 512].flatMap((width) =>
    ['any', 'maskable'].map((purpose) => ({
      src: `/icon-${width}.png`,
      sizes: `${width}x${width}`,
      type: 'image/png',
      purpose,
    })),
  )
  return JSON.stringify({
    ...{ id: '/', start_url: '/', scope: '/', display: 'minimal-ui', lang: LANGUAGE, dir: 'ltr' },
    ...{ name: site.name, short_name: site.name, description: site.tagline },
    ...{ background_color: PAPER, theme_color: PAPER, categories: ['news', 'technology'], icons },
  })
}
