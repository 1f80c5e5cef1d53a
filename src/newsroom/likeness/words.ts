/** A word of a text: as it is spelled, and the common form of its forms in lower case, which need not be a word. */
export type Word = { spelling: string; stem: string }

/** The words of a text, in reading order; compounds are taken apart (`zero-day` is two), "U.S." is `US`, "2,300" `2300`. */
export function wordsOf(text: string): Word[] {
  const plain = text
    .normalize('NFKC')
    .replace(/\b(?:\p{Lu}\.){2,}/gu, (letters) => letters.replaceAll('.', ''))
    .replace(/(?<=\d),(?=\d{3})/g, '')
  const spellings = plain.match(/\d+(?:\.\d+)*\p{L}*|\p{L}[\p{L}\p{N}]*/gu) ?? []
  return spellings.map((spelling) => ({ spelling, stem: stem(spelling) }))
}

/** Whether a word may tell an event from another at all; "the" and "after" do not. */
export function isTelling({ stem }: Word): boolean {
  return stem !== '' && !STOP.has(stem)
}

/** Whether a stem is a word that news of any event may use, and so says little about which event it is. */
export function isCommon(word: string): boolean {
  return COMMON.has(word) || /^(?:19|20)\d\d$|^\d$/.test(word)
}

// "Exploited" and "exploits" have the stem `exploit`.
function stem(spelling: string): string {
  const known = stems.get(spelling)
  if (known !== undefined) return known
  const word = spelling.toLowerCase()
  let form = word
  if (word.length > 4 && /^\p{L}+$/u.test(word)) {
    form = form.replace(/ies$/, 'y').replace(/(?<![sui])s$/, '')
    if (form.length > 5) form = form.replace(/(?:ing|ed)$/, '')
    form = form.replace(/e$/, '').replace(/([bdglmnprt])\1$/, '$1')
  }
  // Some days' entries have tens of thousands of different words at most; what came after them is stemmed each time anew.
  if (stems.size < 100_000) stems.set(spelling, form)
  return form
}

const stems = new Map<string, string>()

const STOP = new Set(
  `a about after again against all also am an and any are as at be because been before being between both but by can could
  did do does don down during each for from further get had has have he her here him his how i if in into is it its itself
  just ll like made make may me might more most much must my no nor not now of off on once one only or other our out over
  own re s same say she should so some such t than that the their them then there these they this those through to too
  two under until up us very via was we were what when where which while who whom why will with would you your yet ve`
    .split(/\s+/)
    .map((word) => stem(word)),
)

// The vocabulary of the trade: what is reported of every product, flaw, company or coin.
const COMMON = new Set(
  `access account actively actor add admin advanced advisory affect affected agency ahead alert allow allowing amid announce announcement
  announcing app application arrest attack attacker authorities available ban based bid big billion biggest breach break bring bug build
  business campaign can cause chain charge chief claim client cloud code company compromise concern confirm control cost could
  country coming credential crime criminal critical crypto customer cyber cyberattack cybercrime cybersecurity data day deal deny deploy
  dev developer device disclose discover disrupt drop early edition emergency enable engine enterprise execute execution exploit
  exploitation expose face fail fake feature federal file find firm first fix fixed flaw follow force found free gain gang get give
  global government group hack hacker help high hit hour identify impact improve include incident increase industry info information
  infrastructure intelligence international internet introduce introducing investigate investigation issue join key know large latest launch law lead leak
  leave let level live loss lose major malicious malware many market massive maximum mean meet million mitigate model month move multiple name
  nation national need network new news next number offer official old online open operation order organization package part
  password patch people phishing plan platform pm point police policy popular post potential power program project protect protection public
  publish put ransomware record release remote report research researcher response reveal risk rule run scale score security
  see seize sell sensitive series server service set severe severity several share ship show shut site software source spread stable start state
  steal stolen store suffer supply support surface system take takedown target team tech technology the thing thousand threat three time today tool
  top track trigger trust turn unauthorized unveil update upgrade urgent use user vendor version victim vulnerability vulnerable want warn
  warning way web website week weekly wide wild win work world worldwide worth year zero released dubbed tracked agent ai artificial
  says said using used being today yesterday monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december mainnet`
    .split(/\s+/)
    .map((word) => stem(word)),
)
