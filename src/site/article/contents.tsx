import type { OutlineEntry } from '#site/queries/outline.ts'
import { Icon } from '#site/components/icons.tsx'

const NAME = 'On this page'

/** The headings of an article, beside it; the mark follows the reader once the page is alive (`enhancements.ts`). */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 id="toc-heading">{NAME}</h2>
      <List entries={entries} current={0} />
    </nav>
  )
}

/** The same where there is no room beside it: a line to unfold above the text, which says how many `sections` that has. */
export function FoldedContents({ entries, sections }: { entries: readonly OutlineEntry[]; sections: number }) {
  return (
    <details className="contents">
      <summary>
        {NAME}
        <span>{`${sections} sections`}</span>
        <Icon name="down" />
      </summary>
      <List entries={entries} />
    </details>
  )
}

function List({ entries, current }: { entries: readonly OutlineEntry[]; current?: number }) {
  return (
    <ol className="list">
      {entries.map(({ id, level, text }, index) => (
        <li key={id} className={level === 3 ? 'sub' : undefined}>
          <a href={`#${id}`} aria-current={index === current || undefined}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}
