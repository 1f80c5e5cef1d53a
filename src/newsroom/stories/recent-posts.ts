/** A post of the last 30 days. */
export type RecentPost = {
  category: string
  id: string
  title: string
  excerpt: string
  date: string
  /** The addresses of all entries of its story, cited or not. */
  sources: string[]
}
