/** A heading of an article, for its contents list. */
export type OutlineEntry = { id: string; level: 2 | 3; text: string }

/** The headings with an id, in order; `html` is sanitised, so its tags are regular. */
export function outline(html: string): OutlineEntry[] {
  return [...html.matchAll(/<h([23])\b[^>]*\bid="([^"]+)"[^>]*>([\s\S]*?)<\/h\1>/g)].flatMap(
    ([, level, id, inner = '']) =>
      id === undefined ? [] : [{ id, level: level === '2' ? 2 : 3, text: plainText(inner) }],
  )
}

/** Minutes to read an article at 230 words a minute, rounded up, at least 1. */
export function readingMinutes(html: string): number {
  const words = plainText(html.replace(/<svg[\s\S]*?<\/svg>/g, ' '))
    .split(/\s+/)
    .filter(Boolean).length
  return Math.max(1, Math.ceil(words / 230))
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    })
    .trim()
}
