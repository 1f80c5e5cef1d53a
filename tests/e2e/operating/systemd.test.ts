import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram, missing } from './programs.ts'

// The units and the rules of deploy/ in the programs that read them.

const ANALYZE = findProgram({ path: '/usr/bin/systemd-analyze', debian: 'systemd' })
const PROMTOOL = findProgram({ path: '/usr/bin/promtool', debian: 'prometheus' })

// As systemd-analyze counts it, in tenths: 0 is confined, 100 is not at all.
const EXPOSED = 20

test('systemd finds nothing wrong with the units, and little that a service could do', ({ skip }) => {
  if (ANALYZE === null) return skip(missing('systemd-analyze'))
  const folder = mkdtempSync(join(tmpdir(), 'stet-units-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const units = readdirSync('deploy/systemd').map((name) => {
    const text = readFileSync(join('deploy/systemd', name), 'utf8')
    // It looks whether the program is there.
    writeFileSync(join(folder, name), text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    return join(folder, name)
  })
  expect(units).toHaveLength(3)
  const verified = spawnSync(ANALYZE, ['verify', ...units], { encoding: 'utf8' })
  const about = verified.stderr.split('\n').filter((line) => /stet/.test(line))
  expect([about, verified.status]).toEqual([[], 0])
  const services = units.filter((unit) => unit.endsWith('.service'))
  for (const unit of services) {
    const secured = spawnSync(ANALYZE, ['security', '--offline=true', `--threshold=${EXPOSED}`, unit], {
      encoding: 'utf8',
    })
    expect([unit, secured.status], secured.stdout + secured.stderr).toEqual([unit, 0])
  }
})

test('Prometheus takes the rules, and they fire as they say', ({ skip }) => {
  if (PROMTOOL === null) return skip(missing('promtool'))
  for (const [...args] of [
    ['check', 'rules', 'deploy/prometheus-alerts.yaml'],
    ['test', 'rules', 'tests/e2e/operating/alerts.yaml'],
  ]) {
    const { status, stdout, stderr } = spawnSync(PROMTOOL, args, { encoding: 'utf8' })
    expect(status, stdout + stderr).toBe(0)
  }
})
