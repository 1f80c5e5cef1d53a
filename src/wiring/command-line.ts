import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'

const manifest = z.object({ version: z.string() })
const COMMON = { 'env-file': { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } } as const

/** The part of every usage text about the common options. */
export const COMMON_USAGE = `  --env-file FILE    reads settings from a file of NAME=value lines; environment variables take precedence
  --help, --version  prints this text, or the version`

/**
 * Reads the options of a command. Handles `--help` and `--version`, and ends the process with status 1 for an unknown
 * option. Adds the settings of `--env-file` to the environment, whose own variables take precedence.
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
    console.error(`${messageOf(error)}\n\n${usage}`)
    return process.exit(1)
  }
}

// Node also has an option of this name, but npm passes everything after `--` to the script.
function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new Error(`The file for --env-file cannot be read: ${messageOf(error)}. Check the path.`, { cause: error })
  }
}

function end(text: string): never {
  console.log(text)
  return process.exit(0)
}

/** Runs a program. If it fails, prints the message of the error and ends the process with status 1, even if a thread is still open. */
export async function runProgram(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    console.error(messageOf(error))
    process.exit(1)
  }
}

/** Returns the message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
