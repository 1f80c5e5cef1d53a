// What a number is of, in the symbols that stand behind it.
const UNITS = [
  '(?:[nµμm]?s|min|h|[kKMGTP]?B|[KMGT]iB|[kMGT]?bit(?:/s)?|[kMG]?bps|[kMGT]?Hz|[mkMGT]?W|[kMGT]Wh|mAh|[nµμmck]?m|[mk]?g|°[CF]|px|dB|%',
  'million|billion|trillion)',
].join('|')

const BEFORE_UNIT = new RegExp(`(?<=\\d) (?=${UNITS}(?![\\p{L}\\p{N}]))`, 'gu')
const AFTER_SIGN = /(?<= [×÷=≈≠≤≥±+−<>]) (?=[\d(\p{L}])/gu
// A name with two capitals and its number or version.
const BEFORE_NUMBER = /(?<=\p{Lu}\p{L}*\p{Lu}\p{L}*) (?=\d)/gu
const BEFORE_TIMES = /(?<=\d) (?=[×÷]\u00a0)/g

/**
 * A text in which no line ends between a number and its unit, a name and its number, within a product, or behind a sign: `10 ms`,
 * `TLS 1.3`, `4 × 80`, `= 320`.
 * A long sum can still be parted, before its next sign.
 */
export function glue(text: string): string {
  return [BEFORE_UNIT, BEFORE_NUMBER, AFTER_SIGN, BEFORE_TIMES].reduce(
    (set, gap) => set.replaceAll(gap, '\u00a0'),
    text,
  )
}
