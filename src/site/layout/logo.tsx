import { memo } from 'react'
import { useConfig } from '#site/context.tsx'
import { Link } from '#site/router.tsx'

/** The name that the wordmark spells. A blog with a different name shows its name as text instead. */
export const WORDMARK_NAME = 'Stet'

/** The DOM id of the element that holds the wordmark's outlines. */
export const WORDMARK_ID = 'wordmark'

/** The wordmark's outlines in a 1560 × 750 view box. Derived from Newsreader Italic (SIL Open Font License 1.1). */
export const WORDMARK =
  'M71 444c20 24 34 58 62 75 45 27 114-3 105-61-7-49-62-75-94-105-18-17-36-37-45-61-19-51-1-112 39-147 41-36 98-45 150-41 29 2 62 8 83 30 39 39 9 92-41 93-21-21-35-53-61-69-38-24-95 2-85 51 10 46 65 76 96 107 59 59 71 148 3 208-45 40-107 51-166 47-33-2-69-9-93-34-39-43-3-92 47-93zM1091 401h34c-21 48-45 97-86 131-61 52-177 59-237 0-32-32-41-79-40-123 1-63 19-126 54-179 52-79 140-132 236-127 32 2 65 10 88 34 38 42 25 110-10 149-89 33-181 60-274 81l2-42c56-15 123-30 170-66 12-9 22-20 28-34 14-32 4-75-37-75-81 1-119 110-131 174-8 41-17 98 8 136 11 18 33 27 54 29 66 7 111-34 141-88zM442 166l9-51h319l-7 51h-321zM581 398c-4 12-30 78-4 84 18 4 37-13 50-24 22-19 43-40 62-62l24 20c-40 56-88 119-154 145-36 15-94 20-108-27-13-43 4-94 16-135l116-388h117l-119 387zM1224 166l9-51h319l-7 51h-321zM1363 398c-4 12-30 78-4 84 18 4 37-13 50-24 22-19 43-40 62-62l24 20c-40 56-88 119-154 145-36 15-94 20-108-27-13-43 4-94 16-135l116-388h117l-119 387z'

/**
 * A link to the home page: the wordmark, or the blog's name if it is not Stet. `document.tsx` contains the outlines.
 */
export const Logo = memo(function Logo() {
  const { name } = useConfig().site
  return (
    <Link className="logo" href="/" aria-label={`${name}, home`}>
      {name === WORDMARK_NAME ? (
        <svg viewBox="0 0 1560 750" width="156" height="75" aria-hidden="true">
          <use href={`#${WORDMARK_ID}`} />
        </svg>
      ) : (
        <span className="logo-name">{name}</span>
      )}
    </Link>
  )
})
