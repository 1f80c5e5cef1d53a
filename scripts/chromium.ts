import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

// Where a Chromium usually is, by system.
const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

// Debian's Chromium without anything to show it in.
const SHELL = '/usr/bin/chromium-headless-shell'

// What pages without a font of their own are drawn with.
const FONTS = 'fonts-liberation'

/** How a Chromium is started that tests or measures: by itself, and with nothing of its own on the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  // Letters as wide as on a screen of today: without it the shell rounds them.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a whole Chromium: CHROMIUM, an installed one, or one that it installs now. Throws with what to do where none can be had. */
export function findChromium(): string {
  return named() ?? installed() ?? (installFromDebian('chromium', FONTS) ? installed() : null) ?? download()
}

/** The path of what runs the end-to-end tests: CHROMIUM, Debian's shell of the same engine, which takes a third less processor, or any other Chromium. */
export function findTestChromium(): string {
  const shell = () => (existsSync(SHELL) ? SHELL : null)
  return named() ?? shell() ?? (installFromDebian('chromium-headless-shell', FONTS) ? shell() : null) ?? findChromium()
}

/** Installs a package of Debian's where this is Debian and this process is root; whether it did. */
export function installFromDebian(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing Debian's package ${names.join(', ')} …`)
  try {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const
    execFileSync('apt-get', ['-q', 'update'], options)
    execFileSync('apt-get', ['-q', '-y', 'install', '--no-install-recommends', ...names], options)
    return true
  } catch {
    return false
  }
}

function named(): string | null {
  const path = process.env.CHROMIUM
  if (!path) return null
  if (existsSync(path)) return path
  throw new Error(`CHROMIUM names ${path}, but there is no such file.`)
}

function installed(): string | null {
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

function download(): string {
  console.log('Downloading Chromium …')
  try {
    execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // Said below, with what to do.
  }
  const path = installed()
  if (path) return path
  throw new Error(
    'A Chromium is needed and could not be had. Install Chromium or Chrome, or set CHROMIUM to the path of its executable, and run the command again.',
  )
}
