import type { Archive } from '#archive/archive.ts'
import type { Journal } from '#archive/journal.ts'
import type { Bucket } from '#bucket/bucket.ts'
import type { Claimant } from '#newsroom/edition/claim.ts'
import type { Notebook } from '#newsroom/edition/notebook.ts'
import type { Budget, Ledger } from '#newsroom/edition/spend.ts'
import type { FeedReader } from '#newsroom/feed/reader.ts'
import type { Model } from '#newsroom/model.ts'
import type { Prices } from '#newsroom/prices.ts'
import type { Progress } from '#newsroom/progress.ts'
import type { Prompts } from '#newsroom/prompt.ts'
import type { PublishedLately } from '#newsroom/published.ts'
import type { Robots } from '#newsroom/robots.ts'
import type { Source } from '#newsroom/source.ts'
import type { Web } from '#newsroom/web.ts'

/** Everything that an edition is made with. */
export type Newsroom = {
  bucket: Bucket
  desk: Bucket
  archive: Archive
  journal: Journal
  sources: Source[]
  categories: { id: string; posts: number }[]
  web: Web
  robots: Robots
  reader: FeedReader
  /** In the order in which they are tried. */
  writers: Model[]
  judge: Model
  /** Makes a picture for a post; null when covers are drawn by code. */
  illustrator: ((post: { title: string; excerpt: string; category: string }) => Promise<Uint8Array>) | null
  prompts: Prompts
  prices: Prices
  budget: Budget
  /** Whether a post waits at the desk until a person has kept it. */
  hold: boolean
  author: string
  /** Whether everybody who uses the desk is on this machine, so that a process can be asked whether it lives. */
  sameMachine: boolean
  /** Tells the world of new posts; a failure is no error. */
  announce: ((posts: { category: string; id: string }[]) => Promise<void>) | null
  progress: Progress
  now: () => Date
  /** Told of what keeps nothing from going on. */
  report: (error: unknown) => void
}

/** One run of one edition. */
export type Edition = {
  newsroom: Newsroom
  /** The day, `YYYY-MM-DD`. */
  date: string
  dryRun: boolean
  claimant: Claimant
  notebook: Notebook
  ledger: Ledger
  /** What was published in the 30 days before it. */
  lately: PublishedLately[]
  /** What this run has written so far. */
  written: { category: string; title: string; excerpt: string; date: string }[]
  /** The time that a post finished now is given. */
  postDate(): Date
}
