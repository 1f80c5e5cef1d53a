import type { NumberedSource } from '#newsroom/sources/unit.ts'

/** A person or company that a source names, with the name as the source writes it. */
export type Name = { text: string; kind: 'person' | 'company' }

/**
 * Returns the people and companies of some sources whose kind the text states: by a job title, by a word such as `company`,
 * or by an author's or publisher's name. Other names are left out, and so are names with signs of both kinds.
 */
export function namesOf(sources: NumberedSource[]): Name[] {
  const texts = sources.flatMap(({ units }) => units.filter(({ kind }) => kind !== 'code').map(({ text }) => text))
  const authors = sources.flatMap(({ author }) => (author !== null && FULL_NAME.test(author) ? [author] : []))
  const people = new Set([...matchesIn(texts, PERSON_PATTERNS).filter((name) => FULL_NAME.test(name)), ...authors])
  const publishers = sources.map(({ publisher }) => publisher).filter((name) => /^\p{Lu}/u.test(name))
  const companies = new Set([...matchesIn(texts, COMPANY_PATTERNS), ...publishers])
  return [
    ...[...people].filter((text) => !companies.has(text)).map((text): Name => ({ text, kind: 'person' })),
    ...[...companies].filter((text) => !people.has(text)).map((text): Name => ({ text, kind: 'company' })),
  ]
}

/** Returns the last word of a name: a text often calls a person by the surname only. */
export function surnameOf({ text }: Name): string {
  return text.split(' ').at(-1) ?? text
}

const WORD = String.raw`\p{Lu}[\p{L}\p{N}-]+`
const FULL = `${WORD}(?: ${WORD}){1,2}`
const ANY = `${WORD}(?: ${WORD}){0,3}`
const FULL_NAME = new RegExp(`^${FULL}$`, 'u')

const ROLES =
  'researcher|engineer|director|head|chief|president|founder|co-founder|professor|maintainer|developer|analyst|spokes\\w+|lead|leader|manager|author|minister|secretary|officer|inspector|scientist|economist|lawyer|executive|chair\\w*|expert|consultant|student|architect|designer|editor|commissioner|senator|CEO|CTO|organiser|nurse'
const APPOSITION = `, (?:who\\b|(?:(?:an?|the|its|their|(?:${ANY})['’]s?) )?(?:[\\w-]+ ){0,4}(?:${ROLES})\\b)`
const PERSON_PATTERNS = [`(${FULL})${APPOSITION}`, `\\b(?:Dr|Mr|Mrs|Ms|Prof|Professor)\\.? (${FULL})`]

const COMPANIES =
  'company|firm|vendor|start-?up|maker|provider|non-profit|supplier|manufacturer|operator|exchange|registry|registrar|shipyard|contractor|foundation'
const SUFFIXES =
  'Inc|Corp|Ltd|LLC|GmbH|Labs|Institute|Foundation|University|Agency|Authority|Commission|Bank|Technologies|Software|Systems|Networks|Association|Council|Trust'
const COMPANY_PATTERNS = [
  `\\b(?:${COMPANIES})(?: of)? (${ANY})`,
  `(${ANY}), (?:an?|the|whose) (?:[\\w-]+ ){0,4}(?:${COMPANIES})\\b`,
  `((?:${WORD} ){1,3}(?:${SUFFIXES}))\\b`,
  `(${ANY})['’]s (?:engineers|researchers|team|customers|maintainers|developers|statement|shareholders)\\b`,
  `[a-z,] (${ANY}) (?:acquired|bought|sued|built|released|shipped|announced)\\b`,
]

// A word with a capital letter at the start of a sentence may be an ordinary word.
const ORDINARY =
  /^(?:Dr|Mr|Mrs|Ms|Prof|Professor|Sir|Superintendent|The|An?|Its?|Their|Our|His|Her|In|On|At|By|But|And|As|For|If|While|When|Since|After|Before|Yesterday|Today|Last|This|That|These|Those|They|We|He|She|January|February|March|April|May|June|July|August|September|October|November|December|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b/

function matchesIn(texts: string[], patterns: string[]): string[] {
  const found = patterns.flatMap((pattern) => {
    const search = new RegExp(`(?<![\\p{L}\\p{N}])${pattern}`, 'gu')
    return texts.flatMap((text) => [...text.matchAll(search)].map(([, name = '']) => name))
  })
  return found.filter((name) => name.length > 3 && !ORDINARY.test(name))
}
