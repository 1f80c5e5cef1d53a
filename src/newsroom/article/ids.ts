const UNIT_ID = /\b[SA]\d{1,3}\.(?:\d{1,5}|title|date|author)\b/gi
const CODE = /(`[^`]*`)/
// Bounded, so that a text of opening brackets takes linear time.
const BRACKETS = /[ \t]{0,3}[[(]([^[\]()]{1,200})[\])]/g

/** Returns the ids of units in texts such as `S1.3, S1.4`, each once. A text without an id stays, so that a check finds it. */
export function readIds(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap(idsIn))]
}

/** Removes ids in brackets, such as `[S1.3, S1.4]`, from a text, but not from its code. */
export function takeIds(text: string): { text: string; ids: string[] } {
  const ids: string[] = []
  const parts = text.split(CODE).map((part, index) =>
    index % 2 === 1
      ? part
      : part.replaceAll(BRACKETS, (whole, inner: string) => {
          const isList = UNIT_ID.test(inner) && /^(?:[\s,;&]|and)*$/.test(inner.replaceAll(UNIT_ID, ''))
          UNIT_ID.lastIndex = 0
          if (isList) ids.push(inner)
          return isList ? '' : whole
        }),
  )
  return { text: parts.join('').trim(), ids: readIds(ids) }
}

function idsIn(text: string): string[] {
  const found = text.match(UNIT_ID) ?? []
  if (found.length === 0) return text.trim() === '' ? [] : [text.trim()]
  return found.map((id) => `${id.charAt(0).toUpperCase()}${id.slice(1).toLowerCase()}`)
}
