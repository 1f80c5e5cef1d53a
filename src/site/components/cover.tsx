import { preload } from 'react-dom'
import { bucketHref, thumbnailKey, variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { useConfig } from '#site/context.tsx'

/**
 * The picture of a post, in a box that is reserved before it loads. Pictures are loaded lazily, unless `sizes` is given. It
 * is for the first picture of a page, and says how wide the picture is.
 */
export function Cover(props: {
  post: { imageUrl?: string; prefix?: string | null; thumbnail?: string | null; picture?: Picture }
  sizes?: string
}) {
  const { bucketUrl } = useConfig()
  const { imageUrl, prefix, thumbnail, picture } = props.post
  const sizes = props.sizes ?? 'auto, 100vw'
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
      {...(props.sizes ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      sizes={picture && sizes}
    />
  )
  if (!picture) return image
  const variants = picture.formats.map((format) => ({
    type: `image/${format}`,
    srcSet: picture.widths.map((width) => `${variantKey(source, { width, format })} ${width}w`).join(),
  }))
  const [best] = variants
  // Only in served pages: inside the site, the picture is requested without delay anyway.
  if (props.sizes && best && typeof document === 'undefined') {
    const { srcSet: imageSrcSet, type } = best
    preload(source, { as: 'image', fetchPriority: 'high', imageSrcSet, imageSizes: sizes, type })
  }
  return (
    <picture>
      {variants.map((variant) => (
        <source key={variant.type} {...variant} sizes={sizes} />
      ))}
      {image}
    </picture>
  )
}
