import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'

const manifest = z.object({ version: z.string() })
const COMMON = { help: { type: 'boolean' }, version: { type: 'boolean' } } as const

/**
 * Reads the options of a command from its command line. `--help` and `--version` are answered here, with exit status 0, and
 * so is an option that the command does not have, with exit status 1 and the names of those that it has.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(command: {
  usage: string
  options: Options
  allowPositionals?: boolean
}) {
  const { usage, options, allowPositionals = false } = command
  try {
    const { values, positionals } = parseArgs({ options: { ...COMMON, ...options }, allowPositionals })
    const asked: { help?: unknown; version?: unknown } = values
    if (asked.help) end(usage)
    if (asked.version) end(`stet ${manifest.parse(JSON.parse(readFileSync('package.json', 'utf8'))).version}`)
    return { values, positionals }
  } catch (error) {
    console.error(`${complaintOf(error, { ...options, ...COMMON })}\n\n${usage}`)
    return process.exit(1)
  }
}

function end(text: string): never {
  console.log(text)
  return process.exit(0)
}

function complaintOf(error: unknown, options: ParseArgsOptionsConfig): string {
  if (!(error instanceof Error)) return String(error)
  const [, name] = /^Unknown option '([^']*)'/.exec(error.message) ?? []
  if (name === undefined) return error.message
  const known = Object.keys(options).map((option) => `--${option}`)
  return `There is no option ${name}; there are ${known.join(', ')}.`
}
