/** Everyone may read everything; the sitemap says what there is. */
export function robots(siteUrl: string): string {
  return `User-agent: *
Allow: /

Sitemap: ${siteUrl}/sitemap.xml
`
}
