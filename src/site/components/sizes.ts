// The window less its gutters; it stops growing at 77.5rem, and from 90rem on it is 85rem.
const page = 'min(100vw - 2.5rem, 95vw - 0.8rem)'

const inGrid =
  '(width>=90rem) 26.75rem, (width>=64rem) min(30.7vw - 0.9rem, 24.4rem), (width>=36rem) calc(46.8vw - 0.9rem)'

/**
 * How wide each kind of picture is shown, for `sizes`: the boxes of styles/ as functions of the window, true to a few
 * pixels from 320 px up. tests/e2e/picture-sizes.test.ts compares them with what is laid out.
 */
export const SIZES = {
  /** Beside its text from 59.8rem: 7 of 12 parts. */
  hero: `(width>=90rem) 47.4rem, (width>=59.8rem) min(53.4vw - 0.5rem, 43.5rem), ${page}`,
  /** Two in a row from 36rem, three from 64rem. */
  card: `${inGrid}, ${page}`,
  /** Of Latest Articles: on a phone, cut from the middle of it, or as it is. */
  latest: `${inGrid}, 8rem`,
  listed: `${inGrid}, 6rem`,
  row: '(width>=36rem) 7.5rem, 6rem',
  /** Of a section: 1.62 parts of 2.62 for the first of several, the rest for those that follow. */
  lead: `(width>=90rem) 36rem, (width>=64rem) min(55.8vw - 14.1rem, 31.7rem), (width>=38.75rem) calc(57.9vw - 1.1rem), (width>=36rem) ${page}, 6rem`,
  follower: `(width>=90rem) 22.25rem, (width>=64rem) min(34.4vw - 8.7rem, 19.6rem), (width>=38.75rem) calc(35.7vw - 0.7rem), (width>=36rem) ${page}, 6rem`,
  alone: `(width>=90rem) 60.7rem, (width>=64rem) min(91.6vw - 21.8rem, 53.5rem), (width>=36rem) ${page}, 6rem`,
  /** Beside the column of contents from 72rem, beside the head from 80rem: there a square is cut from it, 16 : 9 as it is. */
  article: `(width>=93rem) 31.6rem, (width>=90rem) 30.7rem, (width>=80rem) 27.6rem, (width>=72rem) calc(95vw - 16.8rem), ${page}`,
}
