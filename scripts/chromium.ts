import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

// The usual paths of Chromium and Chrome. Debian's headless shell is first, because it uses a third less CPU time.
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

// The Debian packages with the browser and the fonts that pages use as fallbacks.
const PACKAGES = ['chromium-headless-shell', 'fonts-liberation']

/** Browser flags for tests and benchmarks. They turn off background network requests. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  // Without this flag, the headless shell rounds the widths of characters.
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the path of Chromium: the value of CHROMIUM, or an installed browser. If there is none, installs one. Throws
 * if that fails.
 */
export function findChromium(): string {
  const path = process.env.CHROMIUM || installed() || (installFromDebian(...PACKAGES) && installed()) || download()
  if (path && existsSync(path)) return path
  const problem = path ? `CHROMIUM is ${path}, which does not exist.` : 'Chromium could not be installed.'
  throw new Error(`${problem} Install Chromium or Chrome, or set CHROMIUM to the path of its executable.`)
}

/** Installs Debian packages if this is Debian and the user is root. Returns true if they were installed. */
export function installFromDebian(...names: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing Debian packages: ${names.join(', ')} …`)
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'ignore' } as const
  const run = (...args: string[]) => spawnSync('apt-get', ['-q', ...args], options).status === 0
  return run('update') && run('-y', 'install', '--no-install-recommends', ...names)
}

function installed(): string | null {
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

function download(): string | null {
  console.log('Downloading Chromium …')
  spawnSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  return installed()
}
