import type { Subject } from '#newsroom/check.ts'
import { draft, type Draft } from '#newsroom/draft.ts'

/** A block as a test writes it: a paragraph of `S1` unless it says otherwise. */
export type TestBlock = Partial<Draft['sections'][number]['blocks'][number]>

/** What a check is given, for tests: references `S1`, `S2`, … with these texts, and a draft of these blocks in one section. */
export function subjectOf(options: {
  texts?: string[]
  blocks?: TestBlock[]
  draft?: Partial<Draft>
  subject?: Partial<Subject>
}): Subject {
  const { texts = [''], blocks = [], draft: parts = {}, subject = {} } = options
  return {
    draft: draft.parse({
      ...{ title: '', excerpt: '', tags: [], why_it_matters: '' },
      sections: [{ heading: '', blocks: blocks.map((block) => ({ kind: 'paragraph', sources: ['S1'], ...block })) }],
      ...parts,
    }),
    references: texts.map((text, index) => ({
      id: `S${index + 1}`,
      hash: '0',
      publisher: 'Ferry Gazette',
      url: `https://gazette.example/${index + 1}`,
      title: 'A notice',
      // A Friday.
      date: '2026-07-24T08:00:00Z',
      text,
    })),
    published: [],
    canaries: [],
    instructions: '',
    ...subject,
  }
}
