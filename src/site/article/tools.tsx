import { useEffect, useState, type ButtonHTMLAttributes, type RefObject } from 'react'
import { longDate } from '#blog/date.ts'
import { WRITTEN_BY_AI } from '#blog/disclosure.ts'
import type { Post } from '#blog/post.ts'
import { postHref } from '#blog/routes.ts'
import type { SiteConfig } from '#blog/site.ts'
import { Icon, type ICONS } from '#site/components/icons.tsx'
import { useConfig } from '#site/context.tsx'
import { isSaved, toggleSaved } from '#site/saved-posts.ts'

const LABEL_RESET_MS = 2_000

// Maximum time to wait for the speech voices, because some browsers load them after the page.
const VOICES_TIMEOUT_MS = 1_000

// Code, tables, figures and citation numbers are not read aloud.
const READ = '.lead, .prose :is(h2, h3, h4, p, li, blockquote):not(figure *, .where, .correction, li p, blockquote > p)'
const LEFT_OUT = 'sup, pre, .correction, li > :is(ul, ol)'

/**
 * An article's toolbar, with buttons to listen, save, share and cite. The buttons appear after hydration in a row that
 * CSS reserves. The Listen button appears only if the device has an English voice.
 */
export function Tools(props: {
  article: RefObject<HTMLElement | null>
  postName: { category: string; id: string }
  post: Post
}) {
  const { article, postName, post } = props
  const config = useConfig()
  // The voice is undefined until the browser has loaded its voices.
  const [voice, setVoice] = useState<SpeechSynthesisVoice | null>()
  useEffect(() => void findEnglishVoice().then(setVoice), [])
  // Incremented to rerender the Save button, because its state is in the browser's storage instead of React.
  const [, setSaves] = useState(0)
  if (voice === undefined) return <div className="tools" />

  const savedPost = { id: postName.id, category: post.category, date: post.date, title: post.title }
  const address = `${config.siteUrl}${postHref(postName)}`
  function save(): string {
    if (!toggleSaved(savedPost)) return 'Your browser blocks saving'
    setSaves((saves) => saves + 1)
    return isSaved(savedPost) ? 'Saved' : 'Removed'
  }
  return (
    <div className="tools wraps" role="group" aria-label="This article">
      {voice && <ListenButton article={article} voice={voice} />}
      <Tool
        name="Save"
        icon="save"
        act={save}
        aria-pressed={isSaved(savedPost)}
        title="Stored in this browser and listed in the search"
      />
      <Tool name="Share" icon="share" act={() => shareOrCopy(post.title, address)} />
      <Tool name="Cite" icon="cite" act={() => copy(citation(post, { config, address }), 'Citation copied')} />
    </div>
  )
}

// `act` returns a message that briefly replaces the label, or null.
function Tool({
  name,
  icon,
  act,
  ...rest
}: {
  name: string
  icon: keyof typeof ICONS
  act: () => Promise<string | null> | string
} & ButtonHTMLAttributes<HTMLButtonElement>) {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), LABEL_RESET_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <button {...rest} type="button" onClick={async () => setMessage(await act())}>
      <Icon name={icon} />
      <span aria-live="polite">{message ?? name}</span>
    </button>
  )
}

// Speech stops when the reader leaves the article.
function ListenButton({ article, voice }: { article: RefObject<HTMLElement | null>; voice: SpeechSynthesisVoice }) {
  const [isReading, setIsReading] = useState(false)
  useEffect(() => {
    if (!isReading || !article.current) return
    const stop = () => setIsReading(false)
    const parts = textsOf(article.current).map((text) => Object.assign(new SpeechSynthesisUtterance(text), { voice }))
    parts.at(-1)?.addEventListener('end', stop)
    for (const part of parts) speechSynthesis.speak(part)
    addEventListener('pagehide', stop)
    return () => {
      parts.at(-1)?.removeEventListener('end', stop)
      removeEventListener('pagehide', stop)
      speechSynthesis.cancel()
    }
  }, [isReading, article, voice])
  return (
    <button type="button" onClick={() => setIsReading(!isReading)}>
      <Icon name="listen" />
      <span>{isReading ? 'Stop' : 'Listen'}</span>
    </button>
  )
}

// Returns an English voice installed on this device, or null. Excludes remote voices, because they send the text to a
// server.
async function findEnglishVoice(): Promise<SpeechSynthesisVoice | null> {
  if (!('speechSynthesis' in window)) return null
  if (speechSynthesis.getVoices().length === 0)
    await new Promise((resolve) => {
      speechSynthesis.addEventListener('voiceschanged', resolve, { once: true })
      setTimeout(resolve, VOICES_TIMEOUT_MS)
    })
  const voices = speechSynthesis.getVoices().filter(({ lang, localService }) => localService && /^en\b/i.test(lang))
  return voices.find((voice) => voice.default) ?? voices[0] ?? null
}

// Returns the texts in an article to read aloud, in order.
function textsOf(article: HTMLElement): string[] {
  return [...article.querySelectorAll(READ)].flatMap((element) => {
    const copy = document.importNode(element, true)
    for (const left of copy.querySelectorAll(LEFT_OUT)) left.remove()
    const text = copy.textContent.trim()
    return text === '' ? [] : [text]
  })
}

async function shareOrCopy(title: string, url: string): Promise<string | null> {
  if (!('share' in navigator)) return await copy(url, 'Link copied')
  try {
    await navigator.share({ title, url })
    return null
  } catch (error) {
    // `AbortError` means that the reader closed the dialog.
    return error instanceof DOMException && error.name === 'AbortError' ? null : await copy(url, 'Link copied')
  }
}

async function copy(text: string, message: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return message
  } catch {
    return 'Your browser blocks copying'
  }
}

function citation(post: Post, { config, address }: { config: SiteConfig; address: string }): string {
  const corrected = longDate(post.provenance?.corrections.at(-1)?.date ?? null)
  const parts = [
    post.author,
    `“${post.title}”`,
    config.site.name,
    longDate(post.date),
    corrected && `Updated ${corrected}`,
  ]
  return `${parts.filter(Boolean).join(', ')}. ${WRITTEN_BY_AI} ${address}`
}
