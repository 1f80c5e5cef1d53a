import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import * as z from 'zod'

const manifest = z.object({ version: z.string() })
const COMMON = { 'env-file': { type: 'string' }, help: { type: 'boolean' }, version: { type: 'boolean' } } as const

/** The usage text for the options that all commands share. */
export const COMMON_USAGE = `  --env-file FILE    reads settings from a file of NAME=value lines; environment variables take precedence
  --help, --version  prints this text or the version`

/**
 * Parses a command's options. Handles `--help` and `--version`, and exits with status 1 if an option is unknown. Adds
 * the settings in the `--env-file` to the environment. Variables that are already set take precedence.
 */
export function readCommandLine<Options extends ParseArgsOptionsConfig>(command: {
  usage: string
  options: Options
  allowPositionals?: boolean
}) {
  const { usage, options, allowPositionals = false } = command
  try {
    const { values, positionals } = parseArgs({ options: { ...COMMON, ...options }, allowPositionals })
    const common: { help?: unknown; version?: unknown; 'env-file'?: unknown } = values
    if (common.help || common.version) {
      const { version } = manifest.parse(JSON.parse(readFileSync('package.json', 'utf8')))
      console.log(common.help ? usage : `stet ${version}`)
      process.exit(0)
    }
    if (typeof common['env-file'] === 'string') loadSettings(common['env-file'])
    return { values, positionals }
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`)
    return process.exit(1)
  }
}

// Node's own `--env-file` cannot be used, because npm passes everything after `--` to the script instead of Node.
function loadSettings(file: string): void {
  try {
    process.loadEnvFile(file)
  } catch (error) {
    throw new Error(`The --env-file cannot be read: ${messageOf(error)}. Check the path.`, { cause: error })
  }
}

/** Runs a program. If it fails, prints the error message and exits with status 1, even if a thread is still running. */
export async function runProgram(command: () => Promise<void>): Promise<void> {
  try {
    await command()
  } catch (error) {
    printError(error)
    process.exit(1)
  }
}

/** Prints an error's message. */
export function printError(error: unknown): void {
  console.error(messageOf(error))
}

/** Returns an error's message. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
