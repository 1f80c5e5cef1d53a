/**
 * Replaces control and invisible characters with JSON escapes such as `\u202E`, so that a terminal can print the text.
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, (character) => character.split('').map(escapeUnit).join(''))
}

const INVISIBLE = /(?!\n|\t|\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
}
