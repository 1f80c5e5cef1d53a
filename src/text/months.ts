/** The English names of the months. */
export const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** The source of a regular expression that matches a month or its abbreviation. */
export const MONTH = String.raw`(?:${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\b\.?`
