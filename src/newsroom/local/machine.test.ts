import { expect, test } from 'vitest'
import { threadsFor, thisMachine, whyUnable, type Machine } from '#newsroom/local/machine.ts'

const GIBIBYTE = 2 ** 30
const NEEDS = { memory: 6 * GIBIBYTE, disk: 3 * GIBIBYTE, free: 10 * GIBIBYTE }

function machine(changes: Partial<Machine> = {}): Machine {
  const cpuinfo = core(0, 0)
  return { platform: 'linux', arch: 'x64', glibc: true, cpuinfo, memory: 8 * GIBIBYTE, processors: 4, ...changes }
}

function core(physical: number, id: number, flags = 'fpu sse2 avx avx2 fma'): string {
  return `processor\t: 0\nphysical id\t: ${physical}\ncore id\t\t: ${id}\nflags\t\t: ${flags}\n`
}

test('a machine that has all that is needed can run a model', () => {
  expect(whyUnable(machine(), NEEDS)).toBeNull()
  expect(whyUnable(machine({ arch: 'arm64', cpuinfo: 'Features\t: fp asimd' }), NEEDS)).toBeNull()
  expect(whyUnable(machine({ platform: 'darwin', arch: 'arm64', cpuinfo: '' }), NEEDS)).toBeNull()
})

test('what is missing is said in one sentence that names it', () => {
  const sentences = [
    whyUnable(machine({ platform: 'freebsd' }), NEEDS),
    whyUnable(machine({ glibc: false }), NEEDS),
    whyUnable(machine({ cpuinfo: core(0, 0, 'fpu sse2 avx avx512f') }), NEEDS),
    whyUnable(machine({ memory: 4 * GIBIBYTE }), NEEDS),
    whyUnable(machine(), { ...NEEDS, free: 2 * GIBIBYTE }),
  ]
  const words = [
    '(freebsd-x64)',
    'musl',
    'no AVX2',
    'has 4.0 GiB of memory, and 6.0 GiB are needed',
    'has 2.0 GiB free',
  ]
  for (const [index, word] of words.entries()) expect(sentences[index]).toContain(word)
  for (const sentence of sentences) expect(sentence).toMatch(/^[^\n]+\.$/)
})

test('a model leaves one core to the readers, and counts no core twice', () => {
  const hyper = [core(0, 0), core(0, 0), core(0, 1), core(0, 1), core(1, 0), core(1, 0)].join('\n')
  expect(threadsFor(machine({ cpuinfo: hyper, processors: 6 }))).toBe(2)
  expect(threadsFor(machine({ cpuinfo: hyper, processors: 2 }))).toBe(1)
  expect(threadsFor(machine({ cpuinfo: '', processors: 8 }))).toBe(7)
  expect(threadsFor(machine({ processors: 1 }))).toBe(1)
})

test('this machine is read from the system', async () => {
  const { platform, memory, processors, glibc } = await thisMachine()
  expect(platform).toBe(process.platform)
  expect(memory).toBeGreaterThan(GIBIBYTE / 4)
  expect(processors).toBeGreaterThan(0)
  expect(typeof glibc).toBe('boolean')
})
