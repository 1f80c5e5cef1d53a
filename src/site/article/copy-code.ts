import { iconElement } from '#site/components/icons.tsx'

const LABEL_RESET_MS = 2_000

/** Adds a copy button to every code block in an article. */
export function addCopyButtons(article: HTMLElement): void {
  for (const bar of article.querySelectorAll('.code > .code-bar')) {
    const code = bar.parentElement?.querySelector('pre')
    if (code && !bar.querySelector('.copy')) bar.append(copyButton(code))
  }
}

function copyButton(code: HTMLElement): HTMLElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'copy' })
  const label = Object.assign(document.createElement('span'), { ariaLive: 'polite' })
  let timer: ReturnType<typeof setTimeout> | undefined

  function show(text: string, isCopied = false): void {
    if (isCopied) button.dataset.state = 'copied'
    else delete button.dataset.state
    label.textContent = text
    button.replaceChildren(iconElement(isCopied ? 'check' : 'copy'), label)
  }

  button.addEventListener('click', async () => {
    clearTimeout(timer)
    try {
      await navigator.clipboard.writeText(code.textContent)
      show('Copied', true)
    } catch {
      getSelection()?.selectAllChildren(code)
      show('Press Ctrl+C')
    }
    timer = setTimeout(() => show('Copy'), LABEL_RESET_MS)
  })
  show('Copy')
  return button
}
