/** A category's visual style, which determines its colour, icon and cover figures. */
export type CategoryTone = 'ai' | 'web3' | 'security' | 'software' | 'other'

/** Returns a category's slug, which identifies it: lowercase, with hyphens instead of spaces and underscores. */
export function categorySlug(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[-_\s]+/g, '-')
}

/** Returns a category's display name: capitalised words, separated by spaces. */
export function categoryLabel(name: string): string {
  return categorySlug(name)
    .split('-')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Returns the visual style for a category name. Unknown names get `other`. */
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
