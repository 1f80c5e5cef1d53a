/** The folder of a post in the public bucket, with its last slash: `posts/{category}/{id}/`. */
export function postPrefix(category: string, id: string): string {
  return `posts/${category}/${id}/`
}

/** The key of a post's picture, 1200 × 675 pixels, PNG. A prefix works with and without its last slash. */
export function thumbnailKey(prefix: string): string {
  return `${prefix.replace(/\/+$/, '')}/thumbnail.png`
}

/** Where a picture lies in another size and format, as key or as address: beside itself, `thumbnail-640.avif`. */
export function variantKey(picture: string, { width, format }: { width: number; format: string }): string {
  return picture.replace(/(?:\.\w+)?$/, `-${width}.${format}`)
}

/** The key of a post's text and record, JSON in the shape of the answer of `/get-post-content`. */
export function contentKey(category: string, id: string): string {
  return `${postPrefix(category, id)}content.json`
}

/** The key of a corrected text, by the name of its revision; the same shape as `content.json`. */
export function revisionKey({ category, id }: { category: string; id: string }, revision: string): string {
  return `${postPrefix(category, id)}revision-${revision}.json`
}

/** Where a public key is served: the bucket's base and the key, each segment encoded; absolute addresses are left alone. */
export function bucketHref(base: string, key: string): string {
  if (/^https?:\/\//i.test(key)) return key
  const path = key
    .replace(/^\/+/, '')
    .split('/')
    .map((segment) => encodeURIComponent(segment))
    .join('/')
  return `${base.replace(/\/+$/, '')}/${path}`
}
