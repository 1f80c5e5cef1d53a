import type { Change } from '#blog/post.ts'
import { Icon } from '#site/components/icons.tsx'

const MARKS = {
  correction: { label: 'Correction', icon: 'caret' },
  retraction: { label: 'Retraction', icon: 'dele' },
} as const

/** An editor's mark for a kind of change, with its name or `text`. */
export function ChangeMark({ kind, text }: { kind: Change['kind']; text?: string }) {
  const { label, icon } = MARKS[kind]
  return (
    <span className="kind">
      <Icon name={icon} />
      {text ?? label}
    </span>
  )
}
