import type { OutlineEntry } from '#site/queries/model.ts'
import { Icon } from '#site/components/icons.tsx'

const NAME = 'On this page'

/** The table of contents next to an article. `enhancements.ts` marks the current entry. */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 id="toc-heading">{NAME}</h2>
      <List entries={entries} current={0} />
    </nav>
  )
}

/** The folded table of contents above the text, for narrow windows. `sections` is the number of headings in the text. */
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
