import { useEffect, useState, type ComponentType } from 'react'
import { loadPart } from '#site/load-part.ts'

/** What no first view needs. */
export const loadLater = () => loadPart(() => import('#site/later.ts'))

const preloads: (() => Promise<void>)[] = []

/** Loads all of it beforehand, for whoever renders some of it at once: a server, or a browser that was served it. */
export async function preloadLater(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()))
}

// A part of the application whose code comes when it is needed.
function lazy<Props extends object>(choose: (parts: Awaited<ReturnType<typeof loadLater>>) => ComponentType<Props>) {
  let Part: ComponentType<Props> | null = null

  async function preload(): Promise<void> {
    Part ??= choose(await loadLater())
  }
  preloads.push(preload)

  function Lazy(props: Props) {
    const [isGone, show] = useState<boolean | null>(null)
    // As of this rendering: the part may come before the effect runs, and then still has to be rendered.
    const isRendered = Part !== null
    useEffect(() => {
      if (!isRendered)
        preload().then(
          () => show(false),
          () => show(true),
        )
    }, [isRendered])
    if (Part) return <Part {...props} />
    return isGone && <Message {...props} />
  }

  return Object.assign(Lazy, { preload })
}

// What a message says, where its own file cannot be had; for other parts, nothing.
function Message({ title, text }: { title?: string; text?: string }) {
  return (
    text && (
      <div className="message" role="alert">
        <p>{title ?? text}</p>
        <button className="btn" onClick={() => location.reload()}>
          Try Again
        </button>
      </div>
    )
  )
}

/** The page about the blog. */
export const AboutPage = lazy((parts) => parts.AboutPage)
/** The page of results. */
export const SearchPage = lazy((parts) => parts.SearchPage)
/** The page of what was corrected and retracted. */
export const CorrectionsPage = lazy((parts) => parts.CorrectionsPage)
/** What is left of a retracted article. */
export const RetractionNote = lazy((parts) => parts.RetractionNote)
/** The search in a dialog. */
export const SearchOverlay = lazy((parts) => parts.SearchOverlay)
/** A call failed, and nothing could stand in. */
export const Failure = lazy((parts) => parts.Failure)
/** There is nothing to list. */
export const Empty = lazy((parts) => parts.Empty)
/** What was asked for is not here. */
export const Missing = lazy((parts) => parts.Missing)
/** The arrows of a row that is wider than its window. */
export const RowArrows = lazy((parts) => parts.RowArrows)
/** The home page before its posts are there. */
export const HomeSkeleton = lazy((parts) => parts.HomeSkeleton)
/** The places of cards in a grid. */
export const CardSkeletons = lazy((parts) => parts.CardSkeletons)
/** An article of which nothing is known yet. */
export const ArticleSkeleton = lazy((parts) => parts.ArticleSkeleton)
/** The lines below the title of an article. */
export const RecordSkeleton = lazy((parts) => parts.RecordSkeleton)
/** The text of an article. */
export const TextSkeleton = lazy((parts) => parts.TextSkeleton)
