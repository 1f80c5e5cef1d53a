import type { OutlineEntry } from '#site/queries/outline.ts'

/** "On this page": the headings of an article; the mark follows the reader once the page is alive (`article-enhancements.ts`). */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 id="toc-heading">On this page</h2>
      <ol className="list">
        {entries.map(({ id, level, text }, index) => (
          <li key={id} className={level === 3 ? 'sub' : undefined}>
            <a href={`#${id}`} aria-current={index === 0 ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
