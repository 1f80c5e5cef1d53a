import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const PACKAGES = fileURLToPath(new URL('../node_modules/@fontsource-variable/', import.meta.url))
const STYLES = fileURLToPath(new URL('../src/site/styles/fonts.css', import.meta.url))
const MADE = fileURLToPath(new URL('../dist/fonts/', import.meta.url))

// What a browser uses unasked (kerning, ligatures, marks, forms that a character needs), and the figures that the
// styles ask for. Not kept: fractions, superiors and other figures, which nothing asks for.
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'rlig', 'rvrn', 'tnum']

// Copyright and licence, which the licence of the fonts wants in every copy.
const NAMES = [0, 13, 14]

/**
 * Gives the build lighter fonts than those of the packages that `styles/fonts.css` names: each holds the characters and
 * the weights that its `@font-face` declares, and no more. Development uses the fonts of the packages as they are.
 */
export function lighterFonts(): Plugin {
  return {
    name: 'lighter-fonts',
    async config(_, { isSsrBuild, command }) {
      if (isSsrBuild) return
      if (command === 'serve') return { resolve: { alias: [{ find: PART, replacement: '-' }] } }
      const styles = await readFile(STYLES, 'utf8')
      for (const [face] of styles.matchAll(/@font-face \{[^}]*url\([^}]*\}/g)) await makeFont(face)
      return { resolve: { alias: { '@fontsource-variable': MADE } } }
    },
  }
}

// Two faces are cut from one file of a package.
const PART = /-more-(?=wght)/

async function makeFont(face: string): Promise<void> {
  const file = declared(face, /url\('@fontsource-variable\/([^']*)'\)/)
  const [min = NaN, max = NaN] = declared(face, /font-weight: ([^;]*);/)
    .split(' ')
    .map(Number)
  const font = await subsetFont(
    await readFile(PACKAGES + file.replace(PART, '-')),
    charactersIn(declared(face, /unicode-range:([^;]*);/)),
    {
      targetFormat: 'woff2',
      variationAxes: { wght: { min, max } },
      keepFeatures: FEATURES,
      preserveNameIds: NAMES,
    },
  )
  await mkdir(dirname(MADE + file), { recursive: true })
  await writeFile(MADE + file, font)
}

function declared(face: string, pattern: RegExp): string {
  const value = pattern.exec(face)?.[1]
  if (value === undefined) throw new Error(`An @font-face in ${basename(STYLES)} has nothing like ${pattern}: ${face}`)
  return value
}

function charactersIn(ranges: string): string {
  let characters = ''
  for (const range of ranges.split(',')) {
    const [first = NaN, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((code) => parseInt(code, 16))
    for (let code = first; code <= last; code++) characters += String.fromCodePoint(code)
  }
  return characters
}
