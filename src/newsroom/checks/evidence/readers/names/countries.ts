// Countries and what belongs to them, where the one word does not begin like the other.
const FORMS = [
  'america american americans us usa states',
  'britain british uk briton britons england english kingdom',
  'france french',
  'netherlands dutch holland',
  'germany german germans',
  'spain spanish',
  'switzerland swiss',
  'denmark danish dane danes',
  'norway norwegian norwegians',
  'finland finnish finn finns',
  'sweden swedish swede swedes',
  'poland polish',
  'ireland irish',
  'scotland scottish scots',
  'wales welsh',
  'greece greek',
  'turkey turkish turkiye',
  'ukraine ukrainian',
  'china chinese prc',
  'europe european europeans eu',
  'belgium belgian flemish flanders',
  'czech czechia',
  'portugal portuguese',
  'iceland icelandic',
  'philippines filipino philippine',
  'emirates uae emirati',
  'korea korean koreans',
  'peru peruvian',
  'thailand thai',
  'iraq iraqi',
].map((line) => line.split(' '))

/** Whether two folded words name one country: `germany`, `german`; `latvia`, `latvian`. */
export function isSameCountry(a: string, b: string): boolean {
  return FORMS.some((forms) => forms.includes(a) && forms.includes(b)) || isInhabitant(a, b) || isInhabitant(b, a)
}

// Canadian, Canada; Austrian, Austria; Hebridean, Hebrides; Israeli, Israel.
function isInhabitant(adjective: string, country: string): boolean {
  const root = country.replace(/(?:ia|a|y|es|e)$/, '')
  return (
    root.length >= 4 &&
    adjective !== country &&
    adjective.startsWith(root) &&
    /^(?:i?ans?|eans?|ns?|ese|ish|is?)$/.test(adjective.slice(root.length))
  )
}
