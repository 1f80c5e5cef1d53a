import { readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

// Draws the icons of the site from their one source: run it after a change of `icon.svg`, and commit what it writes.

const FOLDER = 'src/site/public'
const ICONS = { 'icon-48': 48, 'icon-144': 144, 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 }

const svg = readFileSync(`${FOLDER}/icon.svg`, 'utf8')
for (const [name, width] of Object.entries(ICONS)) {
  const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()
  // Two inks and their edges need no more colours.
  const small = await sharp(drawn)
    .flatten({ background: '#14171c' })
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer()
  writeFileSync(`${FOLDER}/${name}.png`, small)
  console.log(`${name}.png ${small.byteLength} bytes`)
}
