import { expect, test } from 'vitest'
import { readIdentifiers } from '#newsroom/checks/evidence/readers/names/identifiers.ts'

test.each([
  ['CVE-2026-41876', ['CVE-2026-41876']],
  ['the K3 and the M4', ['K3', 'M4']],
  ['GPT-5', ['GPT-5']],
  ['5G, 2FA, 4o and 802.11ax', ['5G', '2FA', '4o']],
  ['v2.4.1 and 9.1.3', ['v2.4.1!', '9.1.3!']],
  ['9.1.x', ['9.1.x!']],
  ['10.0.0.1', ['10.0.0.1!']],
  ['9.1', []],
  ['1.234.567', []],
  ['80GB, 3x, 3rd, 12-core, 45-50, 7km, mid-2027, USD300', []],
  ['max_conns', []],
])('the names and versions of "%s" are %j', (text, found) => {
  const { identifiers, rest } = readIdentifiers(text)
  expect(identifiers.map(({ text, isVersion }) => `${text}${isVersion ? '!' : ''}`)).toEqual(found)
  expect(rest).toHaveLength(text.length)
  for (const { text } of identifiers) expect(rest).not.toContain(text)
})
