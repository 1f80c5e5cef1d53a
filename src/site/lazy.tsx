import { useEffect, useState, type ComponentType } from 'react'
import { loadPart } from '#site/load-part.ts'

/** What no first view needs. */
export const loadLater = () => loadPart(() => import('#site/later.ts'))

/** A part of the application whose code comes when it is needed; whoever renders it at once, as a server does, preloads it. */
function lazy<Props extends object>(choose: (parts: Awaited<ReturnType<typeof loadLater>>) => ComponentType<Props>) {
  let Part: ComponentType<Props> | null = null

  async function preload(): Promise<void> {
    Part ??= choose(await loadLater())
  }

  function Lazy(props: Props) {
    const [, show] = useState(Part !== null)
    useEffect(() => {
      if (Part === null) preload().then(() => show(true), console.error)
    }, [])
    return Part && <Part {...props} />
  }

  return Object.assign(Lazy, { preload })
}

/** The page about the blog. */
export const AboutPage = lazy((parts) => parts.AboutPage)
/** What the home page shows of all posts. */
export const HomePosts = lazy((parts) => parts.HomePosts)
/** The page of results. */
export const SearchPage = lazy((parts) => parts.SearchPage)
/** The page of what was corrected and retracted. */
export const CorrectionsPage = lazy((parts) => parts.CorrectionsPage)
/** What is left of a retracted article. */
export const RetractionNote = lazy((parts) => parts.RetractionNote)
/** The search in a dialog. */
export const SearchOverlay = lazy((parts) => parts.SearchOverlay)
