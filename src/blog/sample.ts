import { longDate } from '#blog/date.ts'

/** The result of checking randomly chosen articles. `date` is the time of the last verdict. */
export type Sample = { articles: number; sentences: number; wrong: number; date: string }

// The standard normal quantile for a 95% interval.
const Z = 1.96

/** Estimates how many of a thousand sentences are wrong, with a 95% Wilson interval. */
export function wrongPerThousand({ sentences, wrong }: Pick<Sample, 'sentences' | 'wrong'>) {
  const share = wrong / sentences
  const weight = 1 + Z ** 2 / sentences
  const middle = (share + Z ** 2 / (2 * sentences)) / weight
  const spread = (Z / weight) * Math.sqrt((share * (1 - share)) / sentences + Z ** 2 / (4 * sentences ** 2))
  const [estimate = 0, low = 0, high = 0] = [share, middle - spread, middle + spread].map((one) =>
    Math.max(0, Math.round(1000 * one)),
  )
  return { estimate, low, high }
}

/** Returns two sentences with the estimate, the sample size and the date. */
export function sampleLine(sample: Sample): string {
  const { articles, sentences, wrong, date } = sample
  const { estimate, low, high } = wrongPerThousand(sample)
  return `As of ${longDate(date) ?? date}, people have checked ${sentences} sentences in ${articles} ${articles === 1 ? 'article' : 'articles'} drawn at random. ${wrong} of them were wrong: ${estimate} in a thousand (95% interval: ${low} to ${high}).`
}
