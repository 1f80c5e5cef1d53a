// Maximum time to wait for the voices, because some browsers load them late.
const VOICES_TIMEOUT_MS = 1_000

// Code, tables, figures and citation numbers are not read aloud.
const READ = '.lead, .prose :is(h2, h3, h4, p, li, blockquote):not(figure *, .where, .correction, li p, blockquote > p)'
const LEFT_OUT = 'sup, pre, .correction, li > :is(ul, ol)'

/** Finds an English voice on this device, or returns null. Remote voices would send the text to a server. */
export async function findEnglishVoice(): Promise<SpeechSynthesisVoice | null> {
  if (!('speechSynthesis' in window)) return null
  if (speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true })
      setTimeout(resolve, VOICES_TIMEOUT_MS)
    })
  const voices = speechSynthesis.getVoices().filter(({ lang, localService }) => localService && /^en\b/i.test(lang))
  return voices.find((voice) => voice.default) ?? voices[0] ?? null
}

/** Returns the parts of an article to read aloud, in order. */
export function textsOf(article: HTMLElement): string[] {
  return [...article.querySelectorAll(READ)].flatMap((element) => {
    const copy = document.createElement('div')
    copy.append(...[...element.childNodes].map((node) => node.cloneNode(true)))
    for (const left of copy.querySelectorAll(LEFT_OUT)) left.remove()
    const text = copy.textContent.trim()
    return text === '' ? [] : [text]
  })
}
