/** A line icon of 20 units made of paths, decoration only, for what is built without React. */
export function lineIcon(paths: readonly string[]): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('class', 'icon')
  svg.setAttribute('viewBox', '0 0 20 20')
  svg.setAttribute('aria-hidden', 'true')
  for (const shape of paths) {
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', shape)
    svg.append(path)
  }
  return svg
}
