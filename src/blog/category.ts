/** The visual language of a category: chip colour, glyph and cover figures share these keys. */
export type CategoryTone = 'ai' | 'web3' | 'security' | 'software' | 'other'

/** The form in which two category names are compared: lower case, with `-`, `_` and blanks read as one hyphen. */
export function categorySlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, '-')
}

/** The shown name of a category: capitalised words, hyphens and underscores as blanks. */
export function categoryLabel(name: string): string {
  return categorySlug(name)
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Which of the kit's five visual languages a category name speaks; unknown names speak `other`. */
export function categoryTone(name: string): CategoryTone {
  const words = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  if (/\b(ai|ml|llms?|artificial|machine learning|deep learning|robotics)\b/.test(words)) return 'ai'
  if (/(web3|web 3|block ?chain|crypto(?!graph)|defi|ethereum|bitcoin)/.test(words)) return 'web3'
  if (/(cyber|secur|privacy|infosec)/.test(words)) return 'security'
  if (/(software|develop|\bdev|programming|coding|engineering|cloud)/.test(words)) return 'software'
  return 'other'
}
