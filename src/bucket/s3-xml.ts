/** A page of ListObjectsV2: keys in the store's order, and the token of the following page, null on the last. */
export type ListPage = { keys: string[]; next: string | null }

/** Reads the answer of ListObjectsV2; null when it is none. */
export function readListPage(xml: string): ListPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return null
  const isEncoded = elementOf(xml, 'EncodingType') === 'url'
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)]
  const keys = objects.map(([, object = '']) => elementOf(object, 'Key') ?? '')
  return {
    // A blank is "+" or "%20"; a plus sign is always encoded.
    keys: isEncoded ? keys.map((key) => decodeURIComponent(key.replaceAll('+', ' '))) : keys,
    next: elementOf(xml, 'IsTruncated') === 'true' ? elementOf(xml, 'NextContinuationToken') : null,
  }
}

/** The code and message of an error of S3; empty when the text is none. */
export function readError(xml: string): { code: string; message: string } {
  if (!/<Error[\s>]/.test(xml)) return { code: '', message: '' }
  return { code: elementOf(xml, 'Code') ?? '', message: elementOf(xml, 'Message') ?? '' }
}

function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? null : decode(text)
}

const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

function decode(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name) return NAMED.get(name) ?? whole
    return String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal))
  })
}
