import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** What a font file says of itself: the characters that it has glyphs for, the range of its weights, its layout features. */
export type FontFile = { characters: Set<number>; weights: [number, number]; features: Set<string> }

// The first 48 of the tags that WOFF2 writes as a number: https://www.w3.org/TR/WOFF2/#table_dir_format
const TAGS = (
  'cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea ' +
  'vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar'
).split(' ')

/** Reads a variable font in the format WOFF2, by its specification and not by the tool that made it. */
export function readFont(file: string): FontFile {
  const tables = readTables(readFileSync(file))
  const fvar = tables.get('fvar') ?? Buffer.alloc(20)
  const axis = fvar.subarray(fvar.readUInt16BE(4))
  const features = ['GSUB', 'GPOS'].flatMap((tag) => readFeatures(tables.get(tag) ?? Buffer.alloc(10)))
  return {
    characters: readCharacters(tables.get('cmap') ?? Buffer.alloc(4)),
    weights: [axis.readInt32BE(4) / 65_536, axis.readInt32BE(12) / 65_536],
    features: new Set(features),
  }
}

function readTables(file: Buffer): Map<string, Buffer> {
  let at = 48
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++)
    const known = TAGS[flags & 63]
    const tag = (flags & 63) === 63 ? file.toString('latin1', at, (at += 4)) : (known ?? `tag ${flags & 63}`)
    const original = readNumber()
    const isOutline = tag === 'glyf' || tag === 'loca'
    const isTransformed = flags >> 6 !== (isOutline ? 3 : 0)
    return { tag, length: isTransformed ? readNumber() : original }
  })
  const body = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let offset = 0
  return new Map(entries.map(({ tag, length }) => [tag, body.subarray(offset, (offset += length))]))

  // Seven bits a byte; the highest says that another byte follows.
  function readNumber(): number {
    let value = 0
    for (;;) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
}

function readFeatures(table: Buffer): string[] {
  const list = table.subarray(table.readUInt16BE(6))
  return Array.from({ length: list.readUInt16BE(0) }, (_, i) => list.toString('latin1', 2 + 6 * i, 6 + 6 * i))
}

function readCharacters(cmap: Buffer): Set<number> {
  const found = new Set<number>()
  for (let i = 0; i < cmap.readUInt16BE(2); i++) {
    const table = cmap.subarray(cmap.readUInt32BE(8 + 8 * i))
    if (table.readUInt16BE(0) === 4) {
      const twice = table.readUInt16BE(6)
      for (let j = 0; j < twice; j += 2) addAll(table.readUInt16BE(16 + twice + j), table.readUInt16BE(14 + j))
    }
    if (table.readUInt16BE(0) === 12) {
      const groups = table.readUInt32BE(12)
      for (let j = 0; j < groups; j++) addAll(table.readUInt32BE(16 + 12 * j), table.readUInt32BE(20 + 12 * j))
    }
  }
  return found

  // The last segment of format 4 is always U+FFFF, which is no character.
  function addAll(first: number, last: number) {
    for (let code = first; code <= last && code !== 0xffff; code++) found.add(code)
  }
}
