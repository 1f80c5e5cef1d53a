const LINK = /<a [^>]*id="ref-[^>]*>(\d+)<\/a>/g
const CITATION = /<sup>((?:<a [^>]*id="ref-[^>]*>\d+<\/a>(?:,\s?)?){2,})<\/sup>/g

/** Article HTML with the numbers of each citation in order: posts that were stored before the newsroom saw to it have "3,2". */
export function orderCitations(html: string): string {
  return html.replaceAll(CITATION, (citation, links: string) => {
    const all = [...links.matchAll(LINK)].map(([link, number]) => ({ link, number: Number(number) }))
    const sorted = all.toSorted((one, other) => one.number - other.number)
    if (sorted.every((link, place) => link === all[place])) return citation
    return `<sup>${sorted.map(({ link }) => link).join(', ')}</sup>`
  })
}
