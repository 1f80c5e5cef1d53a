/** The window less its gutters; it stops growing at 77.5rem, and from 90rem on it is 85rem. */
export const PAGE = 'min(100vw - 2.5rem, 95vw - 0.8rem)'

/** Two in a row from 36rem, three from 64rem. */
export const IN_GRID =
  '(width>=90rem) 26.75rem, (width>=64rem) min(30.7vw - 0.9rem, 24.4rem), (width>=36rem) calc(46.8vw - 0.9rem)'

/**
 * How wide each kind of picture is shown, for `sizes`: the boxes of styles/ as functions of the window, true to a few
 * pixels from 320 px up. tests/e2e/picture-sizes.test.ts compares them with what is laid out.
 */
export const SIZES = {
  card: `${IN_GRID}, ${PAGE}`,
  /** Beside the column of contents from 72rem, beside the head from 80rem: there a square is cut from it, 16 : 9 as it is. */
  article: `(width>=93rem) 31.6rem, (width>=90rem) 30.7rem, (width>=80rem) 27.6rem, (width>=72rem) calc(95vw - 16.8rem), ${PAGE}`,
}
