import { decodeXML } from 'entities'

/** A page of a ListObjectsV2 response: the keys in the store's order, and the token for the next page, or null. */
export type ListPage = { keys: string[]; next: string | null }

/** Parses a ListObjectsV2 response. Returns null if the text is not such a response. */
export function readListPage(xml: string): ListPage | null {
  if (!/<ListBucketResult[\s>]/.test(xml) || !xml.trimEnd().endsWith('</ListBucketResult>')) return null
  const isEncoded = elementOf(xml, 'EncodingType') === 'url'
  const objects = [...xml.matchAll(/<Contents>([\s\S]*?)<\/Contents>/g)]
  const keys = objects.map(([, object = '']) => elementOf(object, 'Key') ?? '')
  return {
    // A space is encoded as "+" or "%20", and a plus sign as "%2B".
    keys: isEncoded ? keys.map((key) => decodeURIComponent(key.replaceAll('+', ' '))) : keys,
    next: elementOf(xml, 'IsTruncated') === 'true' ? elementOf(xml, 'NextContinuationToken') : null,
  }
}

/** Reads the code and the message from an S3 error response. Both are empty if the text is not an S3 error. */
export function readError(xml: string): { code: string; message: string } {
  if (!/<Error[\s>]/.test(xml)) return { code: '', message: '' }
  return { code: elementOf(xml, 'Code') ?? '', message: elementOf(xml, 'Message') ?? '' }
}

function elementOf(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined ? null : decodeXML(text)
}
