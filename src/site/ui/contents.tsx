import { useEffect, useState } from 'react'
import type { OutlineEntry } from '#site/data/outline.ts'

/** "On this page": the headings of an article, the one being read marked. */
export function Contents({ entries }: { entries: readonly OutlineEntry[] }) {
  const current = useCurrentHeading(entries)
  return (
    <nav className="toc" aria-labelledby="toc-heading">
      <h2 id="toc-heading">On this page</h2>
      <ol className="list">
        {entries.map(({ id, level, text }) => (
          <li key={id} className={level === 3 ? 'sub' : undefined}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

// The last heading above 30 % of the window's height; the first one before that.
function useCurrentHeading(entries: readonly OutlineEntry[]): string | undefined {
  const [current, setCurrent] = useState(entries[0]?.id)
  useEffect(() => {
    let frame = 0
    function mark() {
      frame = 0
      const passed = entries.findLast(({ id }) => {
        const heading = document.getElementById(id)
        return heading !== null && heading.getBoundingClientRect().top < innerHeight * 0.3
      })
      setCurrent((passed ?? entries[0])?.id)
    }
    function schedule() {
      if (frame === 0) frame = requestAnimationFrame(mark)
    }
    schedule()
    addEventListener('scroll', schedule, { passive: true })
    return () => {
      removeEventListener('scroll', schedule)
      cancelAnimationFrame(frame)
    }
  }, [entries])
  return current
}
