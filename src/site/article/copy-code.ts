import { lineIcon } from '#site/article/line-icon.ts'

const SHAPES = {
  copy: ['M7 7h9.5v9.5H7Z', 'M13 4.5V3.5H3.5V13h1'],
  copied: ['m4 10.5 4 4 8-9'],
}

// How long a button says what came of it, in milliseconds.
const SAID = 2_000

/** Gives every code block of an article a button that copies it; the article's HTML itself carries none. */
export function addCopyButtons(article: HTMLElement): void {
  for (const bar of article.querySelectorAll('.code > .code-bar')) {
    const code = bar.parentElement?.querySelector('pre')
    if (code && !bar.querySelector('.copy')) bar.append(copyButton(code))
  }
}

function copyButton(code: HTMLElement): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  const label = document.createElement('span')
  // What the label says changes after a press, and is then read out.
  label.setAttribute('aria-live', 'polite')
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(text: string, state: keyof typeof SHAPES): void {
    if (state === 'copied') button.dataset.state = state
    else delete button.dataset.state
    label.textContent = text
    button.replaceChildren(lineIcon(SHAPES[state]), label)
  }

  button.addEventListener('click', async () => {
    clearTimeout(timer)
    try {
      await navigator.clipboard.writeText(code.textContent)
      show('Copied', 'copied')
    } catch {
      getSelection()?.selectAllChildren(code)
      show('Press Ctrl+C', 'copy')
    }
    timer = setTimeout(() => show('Copy', 'copy'), SAID)
  })
  show('Copy', 'copy')
  return button
}
