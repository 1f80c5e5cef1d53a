import { IN_GRID, PAGE } from '#site/components/sizes.ts'

/** How wide the pictures of the home page are shown, as `SIZES`; on phones all but the first are small. */
export const HOME_SIZES = {
  /** Beside its text from 59.8rem: 7 of 12 parts. */
  hero: `(width>=90rem) 47.4rem, (width>=59.8rem) min(53.4vw - 0.5rem, 43.5rem), ${PAGE}`,
  /** Of Latest Articles: on a phone, cut from the middle of it, or as it is. */
  latest: `${IN_GRID}, 8rem`,
  listed: `${IN_GRID}, 6rem`,
  /** Of a section: 1.62 parts of 2.62 for the first of several, the rest for those that follow. */
  lead: `(width>=90rem) 36rem, (width>=64rem) min(55.8vw - 14.1rem, 31.7rem), (width>=38.75rem) calc(57.9vw - 1.1rem), (width>=36rem) ${PAGE}, 6rem`,
  follower: `(width>=90rem) 22.25rem, (width>=64rem) min(34.4vw - 8.7rem, 19.6rem), (width>=38.75rem) calc(35.7vw - 0.7rem), (width>=36rem) ${PAGE}, 6rem`,
  alone: `(width>=90rem) 60.7rem, (width>=64rem) min(91.6vw - 21.8rem, 53.5rem), (width>=36rem) ${PAGE}, 6rem`,
  row: '(width>=36rem) 7.5rem, 6rem',
}
