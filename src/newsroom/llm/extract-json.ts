/**
 * The JSON that a model's words hold: the whole of them, or the longest object among them (in a fence, with prose around).
 * Null when there is none, or when it was cut off.
 */
export function extractJson(text: string): unknown {
  // Reasoning models think aloud first, and may try out an answer there.
  const answer = text.replace(/^\s*<think>[\s\S]*?<\/think>/, '').trim()
  const complete = parsed(answer)
  if (complete !== null) return complete
  const found = objectsIn(answer).toSorted((a, b) => b.length - a.length)
  for (const candidate of found) {
    const value = parsed(candidate)
    if (value !== null) return value
  }
  return null
}

// The outermost runs from a brace to the one that closes it, in one pass; what is never closed is none.
function objectsIn(text: string): string[] {
  const found: string[] = []
  let [depth, start, quoted] = [0, 0, false]
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = depth > 0
    else if (character === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (character === '}' && depth > 0) {
      depth -= 1
      if (depth === 0) found.push(text.slice(start, at + 1))
    }
  }
  return found
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return null
  }
}
