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

/** How a Chromium is started that tests or measures: by itself, and with nothing of its own on the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The path of a Chromium for the end-to-end tests: CHROMIUM, an installed one, or one that it installs now. Throws with what to do where none can be had. */
export function findChromium(): string {
  const named = process.env.CHROMIUM
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM names ${named}, but there is no such file.`)
  }
  return installed() ?? installFromDebian() ?? download()
}

function installed(): string | null {
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path)) ?? null
}

function installFromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing Chromium for the end-to-end tests (Debian package) …')
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    execFileSync('apt-get', ['-q', 'update'], { env, stdio: 'ignore' })
    execFileSync('apt-get', ['-q', '-y', 'install', '--no-install-recommends', 'chromium', 'fonts-liberation'], {
      env,
      stdio: 'ignore',
    })
  } catch {
    return null
  }
  return installed()
}

function download(): string {
  console.log('Downloading Chromium for the end-to-end tests …')
  try {
    execFileSync(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium'], { stdio: 'inherit' })
  } catch {
    // Said below, with what to do.
  }
  const path = installed()
  if (path) return path
  throw new Error(
    'The end-to-end tests need a Chromium and could not get one. Install Chromium or Chrome, or set CHROMIUM to the path of its executable, and run "npm test" again.',
  )
}
