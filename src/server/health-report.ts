/** What a server knows of itself and of its newsroom: for probes, metrics and alarms, never for readers. */
export type HealthReport = {
  /** How many posts are published. */
  posts: number
  /** The number of the journal's last event. */
  sequence: number
  /** The last edition: its age, null before the first one; `degraded` when nobody would call it daily any more, and why. */
  edition: { ageSeconds: number | null; degraded: boolean; reason: string | null }
  /** Every category of the blog, those without posts too. */
  categories: { id: string; posts: number }[]
  /**
   * What the last edition met; null where no newsroom has run. `rejectedRatio` is the share of drafts, 0 to 1, that the
   * checks rejected; `cost` is in US dollars, null when a model has no price.
   */
  newsroom: {
    sourcesFailing: number
    rejectedRatio: number | null
    cost: number | null
    tokens: number | null
  } | null
}
