import type { ReactNode } from 'react'
import type { Assets } from '#blog/site.ts'
import { PAGE_DATA_ID } from '#site/page-data.ts'

/** The document around a page; it is rendered on the server only. */
export function Document(props: { assets: Assets; data: string; noindex: boolean; children: ReactNode }) {
  const { assets, data, noindex, children } = props
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {assets.fonts.map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        {assets.stylesheets.map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/rss+xml" href="/rss.xml" title="RSS" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fcfcfb" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
        {noindex && <meta name="robots" content="noindex" />}
        <script id={PAGE_DATA_ID} type="application/json" dangerouslySetInnerHTML={{ __html: data }} />
        <script type="module" src={assets.boot} />
      </head>
      <body>
        <div id="root">{children}</div>
      </body>
    </html>
  )
}
