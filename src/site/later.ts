// What no first view needs, in one file: of several, each would share other modules with the application, and every such
// share would become a file that the first view has to fetch as well.

export { readingMinutes } from '#blog/reading-time.ts'
export { enhance } from '#site/article/enhancements.ts'
export { loadMore } from '#site/components/load-more.ts'
export { holdMenu } from '#site/layout/menu.ts'
export { Empty, Failure, Missing } from '#site/components/message.tsx'
export { RetractionNote } from '#site/article/retraction-note.tsx'
export { RowArrows } from '#site/layout/row-arrows.tsx'
export { keepForOffline } from '#site/offline/keep.ts'
export {
  ArticleSkeleton,
  CardSkeletons,
  HomeSkeleton,
  RecordSkeleton,
  TextSkeleton,
} from '#site/components/skeletons.tsx'
export { fetchOrLoadWhole } from '#site/offline/load-whole.ts'
export { AboutPage } from '#site/pages/about.tsx'
export { CorrectionsPage } from '#site/pages/corrections.tsx'
export { SearchPage } from '#site/pages/search.tsx'
export { prefetchVisibleLinks } from '#site/prefetch-visible-links.ts'
export { outline } from '#site/queries/outline.ts'
export { sampleArticle, sampleCards } from '#site/queries/samples.ts'
export { searchPosts } from '#site/search/search-posts.ts'
export { SearchOverlay } from '#site/search/overlay.tsx'
