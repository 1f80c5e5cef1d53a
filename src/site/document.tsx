import type { ReactNode } from 'react'
import type { Assets } from '#blog/site.ts'
import { WORDMARK, WORDMARK_ID, WORDMARK_NAME } from '#site/layout/logo.tsx'
import { jsonInHtml, PAGE_DATA_ID, type PageData } from '#site/page-data.ts'

/** The HTML document around a page. Only the server renders it. */
export function Document(props: {
  assets: Assets
  data: PageData
  linkedData: readonly Record<string, unknown>[]
  noindex: boolean
  /** The critical CSS to inline, or null if the whole style sheet must load before the first paint. */
  criticalStyles: string | null
  children: ReactNode
}) {
  const { assets, data, linkedData, noindex, criticalStyles, children } = props
  const stylesheet = <link rel="stylesheet" href={assets.stylesheet} />
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {criticalStyles === null ? stylesheet : <style dangerouslySetInnerHTML={{ __html: criticalStyles }} />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="alternate" type="application/rss+xml" href="/rss.xml" title="RSS" />
        <link rel="alternate" type="application/atom+xml" href="/atom.xml" title="Atom" />
        <link rel="alternate" type="application/feed+json" href="/feed.json" title="JSON Feed" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfcfb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
        {noindex && <meta name="robots" content="noindex" />}
      </head>
      <body>
        {/* The wordmark is inlined, because browsers create a separate document for an SVG file, which delays the
            largest image. */}
        {data.config.site.name === WORDMARK_NAME && (
          <svg width="0" height="0" aria-hidden="true">
            <g id={WORDMARK_ID} fill="currentColor">
              <path d={WORDMARK} />
              <g className="dots">
                {[210, 600, 990, 1380].map((x) => (
                  <circle key={x} cx={x} cy="700" r="44" />
                ))}
              </g>
            </g>
          </svg>
        )}
        <div id="root">{children}</div>
        {/* The link is at the end of the body so that the style sheet does not delay the first paint. */}
        {criticalStyles !== null && stylesheet}
        {criticalStyles !== null &&
          assets.fonts.map((font) => (
            // The event handler prevents React from moving the link to the head, where fonts would delay the first
            // image.
            <link
              key={font.href}
              rel="preload"
              as="font"
              type="font/woff2"
              crossOrigin=""
              {...font}
              onLoad={() => undefined}
            />
          ))}
        <script type="module" src={assets.script} />
        <script id={PAGE_DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: jsonInHtml(data) }} />
        {linkedData.map((document) => (
          <script
            key={String(document['@type'])}
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: jsonInHtml(document) }}
          />
        ))}
      </body>
    </html>
  )
}
