import type { OutlineEntry } from '#site/queries/model.ts'
import { Icon } from '#site/components/icons.tsx'

const NAME = 'On this page'

/** The table of contents next to an article. `markCurrentHeading` highlights the current entry. */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 id="toc-heading">{NAME}</h2>
      <List entries={entries} current={0} />
    </nav>
  )
}

/**
 * The collapsed table of contents above the text, for narrow viewports. `sections` is the number of sections to
 * display.
 */
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

/**
 * Highlights the current heading in the table of contents until `signal` is aborted. The current heading is the last
 * one above the viewport or in its top 30%, or the first heading if there is no such heading.
 */
export function markCurrentHeading(element: HTMLElement, signal: AbortSignal): void {
  const links = [...element.querySelectorAll<HTMLAnchorElement>('.toc a')]

  function mark(): void {
    const passed = links.findLast((link) => {
      const heading = document.getElementById(link.hash.slice(1))
      return heading !== null && heading.getBoundingClientRect().top < innerHeight * 0.3
    })
    for (const link of links) {
      if (link === (passed ?? links[0])) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }

  addEventListener('scroll', mark, { passive: true, signal })
  mark()
}
