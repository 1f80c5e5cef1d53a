import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram, missing } from './programs.ts'

// Checks the systemd units and the Prometheus rules in deploy/ with the programs that read them.

const ANALYZE = findProgram({ path: '/usr/bin/systemd-analyze', debian: 'systemd' })
const PROMTOOL = findProgram({ path: '/usr/bin/promtool', debian: 'prometheus' })

// The highest exposure that systemd-analyze may report, from 0 (fully restricted) to 100.
const MAX_EXPOSURE = 20

test('systemd accepts the units and rates the services as restricted', ({ skip }) => {
  if (ANALYZE === null) return skip(missing('systemd-analyze'))
  const folder = mkdtempSync(join(tmpdir(), 'stet-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const units = readdirSync('deploy/systemd').map((name) => {
    const text = readFileSync(join('deploy/systemd', name), 'utf8')
    // Use an existing program, because systemd-analyze checks that it exists.
    writeFileSync(join(folder, name), text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    return join(folder, name)
  })
  expect(units).toHaveLength(3)
  const verified = spawnSync(ANALYZE, ['verify', ...units], { encoding: 'utf8' })
  const about = verified.stderr.split('\n').filter((line) => /stet/.test(line))
  expect([about, verified.status]).toEqual([[], 0])
  const services = units.filter((unit) => unit.endsWith('.service'))
  for (const unit of services) {
    const secured = spawnSync(ANALYZE, ['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`, unit], {
      encoding: 'utf8',
    })
    expect([unit, secured.status], secured.stdout + secured.stderr).toEqual([unit, 0])
  }
})

test('Prometheus accepts the alert rules, and they fire as expected', ({ skip }) => {
  if (PROMTOOL === null) return skip(missing('promtool'))
  for (const [...args] of [
    ['check', 'rules', 'deploy/prometheus-alerts.yaml'],
    ['test', 'rules', 'tests/e2e/operating/alerts.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})
