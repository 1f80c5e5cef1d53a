/** Reads a date of a feed as ISO text in UTC. Null if it cannot be read. A time without a zone is in UTC. */
export function dateOf(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim().replace(/\s+/g, ' ')
  if (trimmed.length > MAX_DATE || !FORMS.some((form) => form.test(trimmed))) return null
  const time = Date.parse(zoned(trimmed))
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const MAX_DATE = 60

// ISO 8601, RFC 822 (with years of two digits), and the name of a month with a year. JavaScript also reads "Part 7" as a date.
const FORMS = [
  /^\d{4}-\d{2}(?:-\d{2})?(?:$|[T ])/i,
  /\b\d{1,2}[ -][a-z]{3,}\.?[ -]\d{2,4}\b/i,
  /^[a-z]{3,}\.? \d{1,2},? \d{4}\b/i,
  /^\d{4}\/\d{1,2}\/\d{1,2}/,
]

// Zones that occur in feeds and that JavaScript does not know.
const ZONES: Record<string, string> = {
  BST: '+0100',
  CET: '+0100',
  CEST: '+0200',
  EET: '+0200',
  EEST: '+0300',
  MSK: '+0300',
  IST: '+0530',
  JST: '+0900',
  AEST: '+1000',
  AEDT: '+1100',
}

function zoned(text: string): string {
  if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(text)) return text
  // Remove the name of the day, which may be in any language.
  const date = text.replace(/^\p{L}+\.?, ?/u, '')
  const iso = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(date)
  if (iso) return `${iso[1]}T${iso[2]}${(iso[3] ?? 'Z').toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')}`
  const zone = / ([A-Z]{3,4})$/.exec(date)?.[1] ?? ''
  const known = ZONES[zone]
  if (known !== undefined) return `${date.slice(0, -zone.length)}${known}`
  return /(?: [A-Z]{1,4}|[+-]\d{2}:?\d{2}|Z)(?: ?\([^)]*\))?$/.test(date) ? date : `${date} UTC`
}
