import { useEffect, useRef, useState } from 'react'
import { longDate } from '#blog/date.ts'
import { readItem, type Item, type PostId, type Waiting } from '#desk/page/calls.ts'
import { EvidencePanel } from '#desk/page/evidence-panel.tsx'
import { goTo, useKeys } from '#desk/page/keys.ts'
import { CorrectForm, VerdictDialog } from '#desk/page/verdict-forms.tsx'
import { Chip } from '#site/components/chip.tsx'
import { ProvenancePanel } from '#site/article/provenance-panel.tsx'

const STEPS: { [key: string]: number } = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }
const ACTIONS: { [key: string]: Waiting['kind'] } = { k: 'keep', c: 'correct', r: 'retract' }

/** A post next to the evidence of its selected sentence. `onVerdict` is called after a verdict was given. */
export function PostPage(props: { place: PostId; version: string; onVerdict: () => void }) {
  const { place, version, onVerdict } = props
  const { category, id } = place
  const [item, setItem] = useState<Item | null>(null)
  const [newer, setNewer] = useState<Item | null>(null)
  const [problem, setProblem] = useState('')
  const [action, setAction] = useState<Waiting['kind'] | null>(null)
  const [selected, setSelected] = useState(0)
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set([0]))

  useEffect(() => {
    readItem({ category, id }).then(
      (read) => {
        if (read.state === 'gone') return setProblem(read.sentence)
        setItem((shown) => shown ?? read)
        setNewer(read)
      },
      (error: Error) => setProblem(error.message),
    )
  }, [category, id, version])

  function select(index: number): void {
    if (item === null || index < 0 || index >= item.sentences.length) return
    setSelected(index)
    setVisited(new Set([...visited, index]))
  }
  useKeys((key, event) => {
    const step = STEPS[key]
    if (action !== null) return
    if (step === undefined && ACTIONS[key] === undefined && key !== 'Escape') return
    event.preventDefault()
    if (step !== undefined) select(selected + step)
    else if (key === 'Escape') goTo(null)
    else setAction(ACTIONS[key] ?? null)
  })

  if (item === null) return <p role="status">{problem || 'The post is loading …'}</p>
  const { provenance, date, state, risks } = item
  const form = { item, onClose: () => setAction(null), onVerdict }
  const others = othersOn(item, newer)
  return (
    <>
      <nav className="desk-bar" aria-label="Verdict">
        <a className="back" href="#">
          All posts <kbd>Esc</kbd>
        </a>
        {Object.entries(ACTIONS).map(([key, kind]) => (
          <button key={key} className="btn" type="button" data-kind={kind} onClick={() => setAction(kind)}>
            {kind === 'keep' && state === 'held' ? 'Publish' : kind.charAt(0).toUpperCase() + kind.slice(1)}
            <kbd>{key}</kbd>
          </button>
        ))}
      </nav>
      {[...others, ...(problem ? [problem] : [])].map((sentence) => (
        <p className="desk-alert" role="alert" key={sentence}>
          {sentence}
        </p>
      ))}
      {action === 'correct' ? (
        <CorrectForm {...form} />
      ) : (
        <div className="desk-post">
          <article>
            <p className="meta">
              <Chip category={category} /> <time dateTime={date}>{longDate(date)}</time>
              {state === 'held' && <b className="held">Held</b>}
            </p>
            <p className="why">{risks.join(' · ')}</p>
            <ArticleText html={item.html} selected={selected} visited={visited} onSelect={select} />
            <ProvenancePanel provenance={provenance} date={date} />
            <Removed removed={item.removed} />
          </article>
          <EvidencePanel item={item} selected={selected} visited={visited.size} onSelect={select} />
        </div>
      )}
      {(action === 'keep' || action === 'retract') && <VerdictDialog {...form} kind={action} />}
    </>
  )
}

// The article as readers see it. Clicks select a sentence, and its links open in another tab.
function ArticleText(props: {
  html: string
  selected: number
  visited: ReadonlySet<number>
  onSelect: (index: number) => void
}) {
  const { html, selected, visited, onSelect } = props
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const span of element.current?.querySelectorAll<HTMLElement>('[data-sentence]') ?? []) {
      const index = Number(span.dataset.sentence)
      span.classList.toggle('visited', visited.has(index))
      span.classList.toggle('selected', index === selected)
    }
    element.current?.querySelector('.selected')?.scrollIntoView({ block: 'nearest' })
  }, [selected, visited])
  useEffect(() => {
    const article = element.current
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const link = event.target.closest('a')
      if (link !== null) event.preventDefault()
      if (link !== null && !link.hash) open(link.href, '_blank', 'noopener')
      const span = event.target.closest<HTMLElement>('[data-sentence]')
      if (span !== null) onSelect(Number(span.dataset.sentence))
    }
    article?.addEventListener('click', click)
    return () => article?.removeEventListener('click', click)
  }, [onSelect])
  return <div className="prose desk-text" ref={element} dangerouslySetInnerHTML={{ __html: html }} />
}

function Removed({ removed }: Pick<Item, 'removed'>) {
  if (removed.length === 0) return null
  return (
    <section className="end-block">
      <h2>Sentences of the draft that were removed</h2>
      <ul className="list">
        {removed.map(({ text, codes, now }, index) => (
          <li key={index}>
            <del>{text}</del> {now !== null && <ins>{now}</ins>}
            <span className="meta">{[...new Set(codes)].join(', ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

// The verdicts that other reviewers have given since the post was opened.
function othersOn(item: Item, newer: Item | null): string[] {
  const count = ({ provenance }: Item) => ({
    reviews: provenance?.reviews.length ?? 0,
    corrections: provenance?.corrections.length ?? 0,
  })
  const seen = count(item)
  const reviews = newer?.provenance?.reviews.slice(seen.reviews) ?? []
  const corrections = newer?.provenance?.corrections.slice(seen.corrections) ?? []
  return [
    ...reviews.map(({ by, note }) => `${by} has kept this post.${note && ` Note: ${note}`}`),
    ...corrections.map(({ by, note }) => `${by} has corrected this post: ${note} Open it again to see the new text.`),
  ]
}
