import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/**
 * What a text is made into, on the server: made once, and kept by the text itself, so that it is right for as long as
 * anybody asks. At most `characters` of what was made are kept; what nobody asked for lately goes first.
 */
export function keepTexts(options: { make: (text: string) => string; characters: number }): (text: string) => string {
  const { make, characters } = options
  const kept = new LRUCache<string, string>({ maxSize: characters, sizeCalculation: ({ length }) => length + 1 })
  return (text) => {
    const key = hash('sha256', text, 'base64')
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(text)
    kept.set(key, made)
    return made
  }
}
