// How long a browser may take to say which voices it has, in milliseconds.
const PATIENCE = 1_000

// What is read: not code, tables and figures, which are nothing to listen to, nor the numbers of sources.
const READ = '.lead, .prose :is(h2, h3, h4, p, li, blockquote):not(figure *, .where, .correction, li p, blockquote > p)'
const LEFT_OUT = 'sup, pre, .correction, li > :is(ul, ol)'

/**
 * A button that has an article read aloud by a voice of this device, and stops it; null where there is none that speaks
 * English. Nothing is sent anywhere, and leaving the article (`signal`) ends it.
 */
export async function listenTool(article: HTMLElement, signal: AbortSignal): Promise<HTMLButtonElement | null> {
  if (!('speechSynthesis' in window)) return null
  const voices = await voicesHere()
  const voice = voices.find(({ default: isUsual }) => isUsual) ?? voices[0]
  if (voice === undefined) return null
  const button = document.createElement('button')
  button.type = 'button'
  const label = document.createElement('span')
  button.append(label)
  let isReading = false

  function show(): void {
    label.textContent = isReading ? 'Stop' : 'Listen'
  }

  function stop(): void {
    isReading = false
    speechSynthesis.cancel()
    show()
  }

  function read(): void {
    isReading = true
    const parts = textsOf(article).map((text) => Object.assign(new SpeechSynthesisUtterance(text), { voice }))
    parts.at(-1)?.addEventListener('end', () => {
      isReading = false
      show()
    })
    for (const part of parts) speechSynthesis.speak(part)
    show()
  }

  button.addEventListener('click', () => (isReading ? stop() : read()))
  for (const end of [signal, window])
    end.addEventListener(end === window ? 'pagehide' : 'abort', () => isReading && stop())
  show()
  return button
}

// Those of the device alone: others send what they read to a server.
async function voicesHere(): Promise<SpeechSynthesisVoice[]> {
  if (speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true })
      setTimeout(resolve, PATIENCE)
    })
  return speechSynthesis.getVoices().filter(({ lang, localService }) => localService && /^en\b/i.test(lang))
}

function textsOf(article: HTMLElement): string[] {
  return [...article.querySelectorAll(READ)].flatMap((element) => {
    const copy = document.createElement('div')
    copy.append(...[...element.childNodes].map((node) => node.cloneNode(true)))
    for (const left of copy.querySelectorAll(LEFT_OUT)) left.remove()
    const text = copy.textContent.trim()
    return text === '' ? [] : [text]
  })
}
