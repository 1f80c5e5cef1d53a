import type { Change } from '#blog/post.ts'

const MARKS = {
  // The caret, for what was put right; the dele, for what was taken out.
  correction: { label: 'Correction', line: 'M3 16 10 4l7 12' },
  retraction: { label: 'Retraction', line: 'M2 13c5-1 11-1 13-5 1-3-3-4-4-1-1 4 3 8 6 8' },
}

/** The editor's mark of a change, with its name or what is said in its place. */
export function ChangeMark({ kind, text }: { kind: Change['kind']; text?: string }) {
  const { label, line } = MARKS[kind]
  return (
    <span className="kind">
      <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
        <path d={line} />
      </svg>
      {text ?? label}
    </span>
  )
}
