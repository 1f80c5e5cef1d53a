import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

// Usual paths of Chromium and Chrome. Debian's headless shell is first, because it needs a third less CPU time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

// The browser, and fallback fonts for pages.
const PACKAGES = ['chromium-headless-shell', 'fonts-liberation']

/** Flags for tests and measurements. They turn off background network requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  // Without this flag the headless shell rounds the widths of letters.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Returns the path of a Chromium: CHROMIUM, an installed one, or one that it installs now. Throws if none is available. */
export function findChromium(): string {
  return named() ?? installed() ?? (installFromDebian(...PACKAGES) ? installed() : null) ?? download()
}

/** Installs Debian packages if this is Debian and the process is root. Returns true if it did. */
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
  throw new Error(`CHROMIUM is ${path}, which does not exist. Set it to the path of a Chromium executable.`)
}

function installed(): string | null {
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

function download(): string {
  console.log('Downloading Chromium …')
  try {
    execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // The error below explains how to continue.
  }
  const path = installed()
  if (path) return path
  throw new Error(
    'No Chromium was found or installed. Install Chromium or Chrome, or set CHROMIUM to the path of its executable, and run the command again.',
  )
}
