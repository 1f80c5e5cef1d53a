/** Whether a key opens the search: `/` anywhere but in fields, Ctrl+K or Cmd+K anywhere. */
export function isSearchKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() === 'k') return (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return false
  return !document.activeElement?.matches('input, textarea, select, [contenteditable]')
}
