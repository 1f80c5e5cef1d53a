import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import * as z from 'zod'

// A field that Kubernetes does not know is dropped by its API, and passes its schema: the types of the API refuse it.

const manifest = z.object({ apiVersion: z.string(), kind: z.string() })
const FOLDER = 'node_modules/.cache/stet-manifests'
const FLAGS = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', 'node', '--ignoreConfig']

test('the manifests have no field that Kubernetes does not know', () => {
  const documents: unknown[] = parseAllDocuments(readFileSync('deploy/kubernetes.yaml', 'utf8')).map((document) =>
    document.toJS(),
  )
  expect(documents).toHaveLength(5)
  expect(complaintsAbout(documents)).toBe('')
  const misspelt = [{ apiVersion: 'v1', kind: 'Service', spec: { ports: [{ port: 80, targetport: 'http' }] } }]
  expect(complaintsAbout(misspelt)).toContain('targetport')
})

function complaintsAbout(documents: unknown[]): string {
  const lines = documents.map((document, index) => {
    const { apiVersion, kind } = manifest.parse(document)
    const type = `import('kubernetes-models/${apiVersion}/${kind}').I${kind}`
    return `export const manifest${index}: ${type} = ${JSON.stringify(document)}`
  })
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(`${FOLDER}/package.json`, '{ "type": "module" }')
  writeFileSync(`${FOLDER}/manifests.ts`, lines.join('\n'))
  const args = ['node_modules/typescript/bin/tsc', ...FLAGS, `${FOLDER}/manifests.ts`]
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
}
