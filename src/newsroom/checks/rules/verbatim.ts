import { peopleIn, type PersonMention } from '#newsroom/checks/readers/people.ts'
import { quotedIn, type Quoted } from '#newsroom/checks/readers/quoted.ts'
import { sourceText } from '#newsroom/checks/readers/source-text.ts'
import { wordLine, wordsOf, type Word } from '#text/words.ts'
import type { Reference } from '#newsroom/stories/story.ts'

/** A reference's text, prepared for finding runs of its words. */
export type Verbatim = {
  id: string
  publisher: string
  text: string
  words: Word[]
  line: string
  quoted: Quoted[]
  people: PersonMention[]
}

/** Where words stand in a reference, in characters of its text; words of a longer quotation stand where all of it does. */
export type Place = { source: Verbatim; at: number; end: number }

// What a writer may leave out or put in: […], …, [the company].
const GAP = /\[[^\]]*\]|\(?(?:…|\.{3}|\. \. \.)\)?/g
// How far apart the parts around a gap may stand, in characters.
const WIDEST_GAP = 600

/** Prepares a reference. */
export function verbatimOf(reference: Reference): Verbatim {
  const text = sourceText(reference)
  return {
    id: reference.id,
    publisher: reference.publisher,
    text,
    words: wordsOf(text),
    line: wordLine(text),
    quoted: quotedIn(text),
    people: peopleIn(text),
  }
}

/**
 * Where a quotation stands word for word: case, punctuation and the form of quotation marks do not matter, and gaps may be
 * marked ([…], …) or filled in brackets. At most five places; none when it is no quotation.
 */
export function placesOf(quotation: string, source: Verbatim): Place[] {
  const [first, ...rest] = quotation
    .split(GAP)
    .map(wordLine)
    .filter((part) => part.trim() !== '')
  if (first === undefined) return []
  const places: Place[] = []
  for (
    let from = source.line.indexOf(first);
    from !== -1 && places.length < 5;
    from = source.line.indexOf(first, from + 1)
  ) {
    const at = charactersAt(source, from)
    let last = from + first.length - 1
    const complete = rest.every((part) => {
      const next = source.line.indexOf(part, last)
      if (next === -1 || next - last > WIDEST_GAP) return false
      last = next + part.length - 1
      return true
    })
    if (complete) places.push(widened({ source, at: at.start, end: charactersAt(source, last).before }))
  }
  return places
}

// A part of what somebody says in one breath has its speaker where the whole has.
function widened(place: Place): Place {
  const around = place.source.quoted.find(({ at, end }) => at <= place.at && place.end <= end)
  return around === undefined ? place : { ...place, at: around.at, end: around.end }
}

// The word that begins after this place of the line, and the end of the one before it.
function charactersAt({ line, words }: Verbatim, place: number): { start: number; before: number } {
  let index = 0
  for (let blank = line.indexOf(' '); blank !== -1 && blank < place; blank = line.indexOf(' ', blank + 1)) index += 1
  return { start: words[index]?.at ?? 0, before: words[index - 1]?.end ?? 0 }
}
