/** Lines of type, each of a width: `full`, `long`, `half` or `short`. */
export function Lines({ widths }: { widths: string }) {
  return widths.split(' ').map((width, index) => <span key={index} className={`skel-text ${width}`} />)
}
