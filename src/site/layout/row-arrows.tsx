import { useEffect, useState, type RefObject } from 'react'

// What is hidden by less is as good as seen, in pixels.
const SLACK = 8

// How much of its width a press moves the row by.
const STEP = 0.6

/**
 * Brings the current entry of a row that is wider than its window to the middle, and shows arrows where more of it lies.
 * They are for the mouse: the Tab key brings each entry into sight.
 */
export function RowArrows({ row }: { row: RefObject<HTMLElement | null> }) {
  const [before, setBefore] = useState(false)
  const [after, setAfter] = useState(false)

  useEffect(() => {
    const list = row.current
    if (!list) return
    function look(): void {
      if (!list) return
      const { scrollLeft, scrollWidth, clientWidth } = list
      setBefore(scrollLeft > SLACK)
      setAfter(scrollWidth - clientWidth - scrollLeft > SLACK)
    }
    function centre(): void {
      const current = list?.querySelector('[aria-current]')
      current?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'center' })
      look()
    }
    // A browser that knows `scroll-initial-target` has centred the row already; elsewhere a reader may have scrolled it.
    let isPlaced = CSS.supports('scroll-initial-target: nearest') || list.scrollLeft > 0
    // Called at once, and after every change of the row's size.
    const sizes = new ResizeObserver(() => {
      if (isPlaced) look()
      else centre()
      isPlaced = false
    })
    sizes.observe(list)
    // With the frame that shows the change, which lays the page out anyway.
    const entries = new MutationObserver(() => requestAnimationFrame(centre))
    entries.observe(list, { attributeFilter: ['aria-current'], childList: true, subtree: true })
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      entries.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [row])

  return (
    <>
      {before && <Arrow side="start" line="M12.5 4.5 7 10l5.5 5.5" press={() => move(-STEP)} />}
      {after && <Arrow side="end" line="M7.5 4.5 13 10l-5.5 5.5" press={() => move(STEP)} />}
    </>
  )

  function move(part: number): void {
    const list = row.current
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    list?.scrollBy({ left: part * list.clientWidth, behavior: isStill ? 'instant' : 'smooth' })
  }
}

function Arrow({ side, line, press }: { side: 'start' | 'end'; line: string; press: () => void }) {
  return (
    <button
      className={`row-arrow ${side}`}
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      // A press takes no focus: what is hidden from assistive technology must not have it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
    >
      <svg className="icon" viewBox="0 0 20 20">
        <path d={line} />
      </svg>
    </button>
  )
}
