import { bucketHref, thumbnailKey } from '#blog/keys.ts'
import { useConfig } from '#site/config.tsx'

/** The picture of a post, decoration beside its title; its box is reserved before it loads and stays when there is none. */
export function Cover(props: {
  post: { imageUrl?: string; prefix?: string | null; thumbnail?: string | null }
  sizes: string
  /** The picture a reader sees first is loaded at once, all others when they come near. */
  first?: boolean
}) {
  const { bucketUrl } = useConfig()
  const { imageUrl, prefix, thumbnail } = props.post
  const key = thumbnail ?? (prefix ? thumbnailKey(prefix) : null)
  const source = imageUrl ?? (key ? bucketHref(bucketUrl, key) : null)
  if (source === null) return <div className="cover" />
  return (
    <img
      className="cover"
      src={source}
      alt=""
      width="1200"
      height="675"
      sizes={props.sizes}
      decoding="async"
      {...(props.first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
    />
  )
}
