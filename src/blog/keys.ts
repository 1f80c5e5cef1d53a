/** Returns a post's folder in the public bucket, with a trailing slash: `posts/{category}/{id}/`. */
export function postPrefix(category: string, id: string): string {
  return `posts/${category}/${id}/`
}

/** Returns the key of a post's picture, a 1200 × 675 pixel PNG. The slash at the end of the prefix is optional. */
export function thumbnailKey(prefix: string): string {
  return `${prefix.replace(/\/+$/, '')}/thumbnail.png`
}

/** Returns the key or URL of a picture's variant in the given width and format, such as `thumbnail-640.avif`. */
export function variantKey(picture: string, { width, format }: { width: number; format: string }): string {
  return picture.replace(/(?:\.\w+)?$/, `-${width}.${format}`)
}

/** Returns the key of a post's text and record, in the JSON format that `/get-post-content` returns. */
export function contentKey(category: string, id: string): string {
  return `${postPrefix(category, id)}content.json`
}

/** Returns the key of a corrected text, which has the same format as `content.json`. */
export function revisionKey({ category, id }: { category: string; id: string }, revision: string): string {
  return `${postPrefix(category, id)}revision-${revision}.json`
}

/** Appends a key to the bucket's base URL and encodes the key's segments. Returns absolute URLs unchanged. */
export function bucketHref(base: string, key: string): string {
  if (/^https?:\/\//i.test(key)) return key
  const path = key
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
  return `${base.replace(/\/+$/, '')}/${path}`
}
