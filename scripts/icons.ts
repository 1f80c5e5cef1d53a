import { readFileSync, writeFileSync } from 'node:fs'
import { Resvg } from '@resvg/resvg-js'
import sharp from 'sharp'

// Renders the site's icons from `icon.svg`. Run `node scripts/icons.ts` after changing it, and commit the results.

const FOLDER = 'src/site/public'
const ICONS = { 'icon-48': 48, 'icon-144': 144, 'apple-touch-icon': 180, 'icon-192': 192, 'icon-512': 512 }

const svg = readFileSync(`${FOLDER}/icon.svg`, 'utf8')
for (const [name, width] of Object.entries(ICONS)) {
  const drawn = new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()
  // 64 colours are enough for two inks and their blended edges.
  const small = await sharp(drawn)
    .flatten({ background: '#14171c' })
    .png({ palette: true, colours: 64, effort: 10 })
    .toBuffer()
  writeFileSync(`${FOLDER}/${name}.png`, small)
  console.log(`${name}.png ${small.byteLength} bytes`)
}

// The preview image of pages without a post, 1200 × 630.
await sharp(new Resvg(svg, { fitTo: { mode: 'width', value: 630 } }).render().asPng())
  .resize(1200, 630, { fit: 'contain', background: '#14171c' })
  .png({ palette: true, colours: 64, effort: 10 })
  .toFile(`${FOLDER}/preview.png`)
