import { visibleCharacters } from '#newsroom/sources/feed/characters.ts'
import { layoutOf } from '#newsroom/sources/feed/layout.ts'
import { walk } from '#newsroom/sources/feed/walk.ts'
import type { DomElement } from '#newsroom/sources/feed/dom.ts'

/** The lines of an element of code between fences, a tab as four blanks; none of an empty one or of a column of line numbers. */
export function fencedCode(element: DomElement): string[] {
  const parts: string[] = []
  const breakLine = () => void (parts.at(-1)?.endsWith('\n') === false && parts.push('\n'))
  walk(element, {
    text: (data) => void (data !== '' && parts.push(data.replaceAll('\t', '    '))),
    enter({ localName: name }) {
      if (name === 'br') parts.push('\n')
      else if (layoutOf(name) !== 'inline') breakLine()
      return 'into'
    },
    leave: ({ localName: name }) => void (name !== 'br' && layoutOf(name) !== 'inline' && breakLine()),
  })
  const code = visibleCharacters(parts.join(''))
    .replace(/^(?: *\n)+/, '')
    .trimEnd()
  const lines = code.split('\n')
  if (code === '' || areNumbers(lines)) return []
  const longest = [...code.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return [fence, ...lines, fence]
}

function areNumbers(lines: string[]): boolean {
  const first = Number(lines[0])
  return lines.length > 1 && lines.every((line, index) => line.trim() === `${first + index}`)
}
