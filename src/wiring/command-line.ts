import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'

const manifest = z.object({ version: z.string() })
const COMMON = { 'env-file': { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } } as const

/**
 * Reads the options of a command from its command line. `--help` and `--version` are answered here, with exit status 0, and
 * so is an option that the command does not have, with exit status 1 and the names of those that it has. The settings of an
 * `--env-file` join the environment, which wins where both name one.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(command: {
  usage: string
  options: Options
  allowPositionals?: boolean
}) {
  const { usage, options, allowPositionals = false } = command
  try {
    const { values, positionals } = parseArgs({ options: { ...COMMON, ...options }, allowPositionals })
    const asked: { help?: unknown; version?: unknown; 'env-file'?: unknown } = values
    if (asked.help) end(usage)
    if (asked.version) end(`stet ${manifest.parse(JSON.parse(readFileSync('package.json', 'utf8'))).version}`)
    if (typeof asked['env-file'] === 'string') loadSettings(asked['env-file'])
    return { values, positionals }
  } catch (error) {
    console.error(`${complaintOf(error, { ...options, ...COMMON })}\n\n${usage}`)
    return process.exit(1)
  }
}

// Node has an option of this name, too, but npm hands what follows `--` to the script.
function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The file of --env-file cannot be read: ${reason}.`, { cause: error })
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
