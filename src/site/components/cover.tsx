import { useState } from 'react'
import { bucketHref, thumbnailKey, variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { useConfig } from '#site/context.tsx'

/**
 * The picture of a post. Its box is reserved before it loads, in its own colour where that is known, and stays when there
 * is none. `sizes` is how wide it is shown; where smaller files are not on record, it is `thumbnail.png`.
 */
export function Cover(props: {
  post: { imageUrl?: string; prefix?: string | null; thumbnail?: string | null; picture?: Picture }
  sizes: string
  /** A picture that a reader sees first is loaded at once, all others when they come near. */
  first?: boolean
}) {
  const { bucketUrl } = useConfig()
  const { imageUrl, prefix, thumbnail, picture } = props.post
  // A file that is on record and cannot be shown: then the one that is always there.
  const [broken, setBroken] = useState(false)
  const key = thumbnail ?? (prefix ? thumbnailKey(prefix) : null)
  const source = imageUrl ?? (key ? bucketHref(bucketUrl, key) : null)
  if (source === null) return <div className="cover" />
  const image = (
    <img
      className="cover"
      src={source}
      alt={picture?.alt ?? ''}
      width="1200"
      height="675"
      decoding="async"
      data-tint={picture?.placeholder}
      {...(props.first ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      {...(picture && {
        onError: () => setBroken(true),
        // It may have failed before the page came to life.
        ref: (element: HTMLImageElement | null) => {
          if (element?.complete && !element.naturalWidth) setBroken(true)
        },
      })}
    />
  )
  return picture ? (
    <picture>
      {!broken &&
        picture.formats.map((format) => (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={picture.widths.map((width) => `${variantKey(source, { width, format })} ${width}w`).join()}
            sizes={props.sizes}
          />
        ))}
      {image}
    </picture>
  ) : (
    image
  )
}
