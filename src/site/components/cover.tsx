import { preload } from 'react-dom'
import { bucketHref, thumbnailKey, variantKey } from '#blog/keys.ts'
import type { Picture } from '#blog/post.ts'
import { useConfig } from '#site/context.tsx'

// This is not `auto`, because Chromium would load each image again at full size when the reader leaves the page.
const SMALL = '6rem'

/** The width of an image that fills a phone's page, which has a margin of 1.25rem on each side. */
export const PHONE_WIDTH = 'calc(100vw - 2.5rem)'

/** A post with the location of its image: a bucket key or, for a built-in sample, a path on this site. */
export type PicturedPost = { imageUrl?: string; prefix?: string | null; thumbnail?: string | null; picture?: Picture }

/** Returns the URL of a post's image, or null if the post does not have one. */
export function pictureHref({ imageUrl, prefix, thumbnail }: PicturedPost, bucketUrl: string): string | null {
  const key = thumbnail ?? (prefix ? thumbnailKey(prefix) : null)
  return imageUrl ?? (key ? bucketHref(bucketUrl, key) : null)
}

/**
 * A post's image. The layout reserves its space before it loads. `sizes` is the `sizes` attribute of the `img` element.
 * Every image except the first one on a page loads lazily.
 */
export function Cover(props: { post: PicturedPost; sizes?: string; isFirst?: boolean }) {
  const { post, isFirst = false, sizes = SMALL } = props
  const { picture } = post
  const source = pictureHref(post, useConfig().bucketUrl)
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
      {...(isFirst ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      sizes={picture && sizes}
    />
  )
  if (!picture) return image
  const variants = picture.formats.map((format) => ({
    type: `image/${format}`,
    srcSet: picture.widths.map((width) => `${variantKey(source, { width, format })} ${width}w`).join(),
  }))
  const [best] = variants
  // Preload the image only in served pages, because the browser requests it immediately after a navigation anyway.
  if (isFirst && best && typeof document === 'undefined') {
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
