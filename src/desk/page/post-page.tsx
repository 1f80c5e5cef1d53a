import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { longDate } from '#blog/date.ts'
import { call, useKeys } from '#desk/page/calls.ts'
import { EvidencePanel } from '#desk/page/evidence-panel.tsx'
import { CorrectForm, VerdictForm, WORDS } from '#desk/page/verdict-form.tsx'
import type { ReviewItem } from '#desk/review-item.ts'
import { ProvenancePanel } from '#site/article/provenance-panel.tsx'
import { Chip } from '#site/components/icons.tsx'

// The key for each verdict is its first letter.
const KINDS = ['keep', 'correct', 'retract'] as const

const showModal = (dialog: HTMLDialogElement | null) => dialog?.showModal()

/**
 * Shows a post next to the evidence for its selected sentence. Calls `onLeave` after a verdict or to return to the
 * list.
 */
export function PostPage({ name, sequence, onLeave }: { name: string; sequence: number; onLeave: () => void }) {
  const { data: newest, error } = useQuery({
    queryKey: ['post', name, sequence],
    queryFn: () => call<ReviewItem>('/post', { name }),
    placeholderData: keepPreviousData,
  })
  // Keep the post as it was opened, because the verdict applies to the text that the reviewer read.
  const [item, setItem] = useState<ReviewItem | null>(null)
  if (item === null && newest !== undefined) setItem(newest)
  const [action, setAction] = useState<(typeof KINDS)[number] | null>(null)
  const [selected, setSelected] = useState(0)
  const [visited, setVisited] = useState<ReadonlySet<number>>(new Set([0]))
  function select(index: number): void {
    if (item === null || index < 0 || index >= item.sentences.length) return
    setSelected(index)
    setVisited(new Set([...visited, index]))
  }
  const [next, previous] = [() => select(selected + 1), () => select(selected - 1)]
  const arrows = { ArrowRight: next, ArrowDown: next, ArrowLeft: previous, ArrowUp: previous }
  const verdicts = Object.fromEntries(KINDS.map((kind) => [kind.charAt(0), () => setAction(kind)]))
  useKeys(action === null ? { ...arrows, ...verdicts, Escape: onLeave } : {})

  if (item === null) return <p role="status">{error?.message ?? 'The post is loading …'}</p>
  const form = { item, onClose: () => setAction(null), onLeave }
  const alerts = [error?.message ?? [], newest === undefined ? [] : newVerdicts(item, newest)].flat()
  return (
    <>
      <nav className="desk-row" aria-label="Verdict">
        <a className="back" href="#list">
          All posts <kbd>Esc</kbd>
        </a>
        {KINDS.map((kind) => (
          <button key={kind} className="btn" type="button" onClick={() => setAction(kind)}>
            {WORDS[kind].title} <kbd>{kind.charAt(0)}</kbd>
          </button>
        ))}
      </nav>
      {alerts.map((sentence) => (
        <p role="alert" key={sentence}>
          {sentence}
        </p>
      ))}
      {action === 'correct' && <CorrectForm {...form} />}
      {action !== 'correct' && (
        <div className="desk-post">
          <article>
            <p className="meta desk-row">
              <Chip category={item.place.category} /> {longDate(item.date)}{' '}
              {item.state === 'held' && <b>Held: it is published when you keep it.</b>}
            </p>
            <p className="meta">{item.risks.join(' · ')}</p>
            <ArticleText html={item.html} selected={selected} visited={visited} onSelect={select} />
            <ProvenancePanel provenance={item.provenance} date={item.date} />
            {item.removed.length > 0 && <h2>Removed or replaced sentences of the draft</h2>}
            {item.removed.map(({ text, codes }, index) => (
              <p className="meta" key={index}>
                <del>{text}</del> {[...new Set(codes)].join(', ')}
              </p>
            ))}
          </article>
          <EvidencePanel item={item} selected={selected} visited={visited.size} onSelect={select} />
        </div>
      )}
      {(action === 'keep' || action === 'retract') && (
        <dialog className="desk-dialog" ref={showModal} onClose={form.onClose} aria-labelledby="verdict-title">
          <VerdictForm {...form} kind={action} />
        </dialog>
      )}
    </>
  )
}

type TextProps = { html: string; selected: number; visited: ReadonlySet<number>; onSelect: (index: number) => void }

// Shows the article as readers see it. A click selects a sentence, and links open in a new tab.
function ArticleText({ html, selected, visited, onSelect }: TextProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const article = element.current
    for (const span of article?.querySelectorAll<HTMLElement>('[data-sentence]') ?? []) {
      const index = Number(span.dataset.sentence)
      span.classList.toggle('visited', visited.has(index))
      span.classList.toggle('selected', index === selected)
    }
    article?.querySelector('.selected')?.scrollIntoView({ block: 'nearest' })
    const click = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const link = event.target.closest('a')
      const sentence = event.target.closest<HTMLElement>('[data-sentence]')
      if (link !== null) event.preventDefault()
      if (link !== null && !link.getAttribute('href')?.startsWith('#')) open(link.href, '_blank', 'noopener')
      else if (sentence !== null) onSelect(Number(sentence.dataset.sentence))
    }
    article?.addEventListener('click', click)
    return () => article?.removeEventListener('click', click)
  }, [selected, visited, onSelect])
  return <div className="prose" ref={element} dangerouslySetInnerHTML={{ __html: html }} />
}

// Returns a sentence for each verdict that other reviewers have given since the post was opened.
function newVerdicts(item: ReviewItem, newest: ReviewItem): string[] {
  const [known, all] = [item, newest].map(({ provenance }) => [
    ...(provenance?.reviews ?? []).map(({ by, note }) => `${by} has kept this post. ${note}`),
    ...(provenance?.corrections ?? []).map(({ by, note }) => `${by} has corrected this post: ${note} Open it again.`),
  ])
  return all?.filter((sentence) => !known?.includes(sentence)) ?? []
}
