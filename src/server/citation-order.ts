const LINK = /<a [^>]*id="ref-[^>]*>(\d+)<\/a>/g
const CITATION = /<sup>((?:<a [^>]*id="ref-[^>]*>\d+<\/a>(?:,\s?)?){2,})<\/sup>/g

/** Sorts the numbers of each citation in article HTML. Posts from older versions of the newsroom may have "3,2". */
export function orderCitations(html: string): string {
  return html.replaceAll(CITATION, (citation, links: string) => {
    const all = [...links.matchAll(LINK)].map(([link, number]) => ({ link, number: Number(number) }))
    const sorted = all.toSorted((one, other) => one.number - other.number)
    if (sorted.every((link, index) => link === all[index])) return citation
    return `<sup>${sorted.map(({ link }) => link).join(', ')}</sup>`
  })
}
