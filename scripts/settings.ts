import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'oxfmt'
import * as z from 'zod'
import { modelSettings, newsroomSettings, s3Settings, serverSettings, writerSettings } from '#wiring/settings.ts'

// `npm run settings` generates the tables in docs/configuration.md and the file .env.example from the settings schemas.

const OTHER_MODELS = ['BACKUP', 'JUDGE', 'ILLUSTRATOR']

const property = z.object({
  description: z.string(),
  default: z.union([z.string(), z.number()]).optional().catch(undefined),
  fallback: z.string().optional(),
  example: z.string().optional(),
})

type Setting = z.infer<typeof property> & { name: string }

/** The groups of settings. `id` identifies the group's table in docs/configuration.md. */
const GROUPS: { id: string; title: string; settings: Setting[] }[] = [
  { id: 'server', title: 'Server and storage', settings: settingsOf(serverSettings) },
  { id: 'models', title: 'Models', settings: modelGroup() },
  { id: 'newsroom', title: 'Newsroom and desk', settings: settingsOf(newsroomSettings) },
  { id: 's3', title: 'S3 stores', settings: settingsOf(s3Settings) },
]

/** Returns docs/configuration.md with updated tables. Each table is between the comments `settings: ID` and `end`. */
export async function renewTables(document: string): Promise<string> {
  const renewed = document.replace(/(<!-- settings: (\w+) -->)[^]*?(<!-- end -->)/g, (_, start, id, end) => {
    const settings = GROUPS.find((group) => group.id === id)?.settings ?? []
    const rows = settings.map((setting) => `| \`${setting.name}\` | ${defaultOf(setting)} | ${setting.description} |`)
    return [start, '', '| name | default | meaning |', '| --- | --- | --- |', ...rows, '', end].join('\n')
  })
  const { code } = await format('configuration.md', renewed, { printWidth: 120 })
  return code
}

/** Returns the contents of .env.example, in which every setting is commented out and has its default or an example. */
export function exampleFile(): string {
  const groups = GROUPS.map(({ title, settings }) => {
    const lines = settings.flatMap((setting) => [
      ...wrap(`${setting.description.replaceAll(/\[([^\]]*)\]\([^)]*\)|`/g, '$1')}${defaultInWords(setting)}`),
      `#${setting.name}=${setting.default ?? setting.example ?? ''}`,
      ...(setting.name === 'WRITER_FALLBACKS' ? ownSettings('BACKUP') : []),
      ...(OTHER_MODELS.includes(setting.name) ? ownSettings(setting.name).slice(1) : []),
    ])
    return [`# --- ${title} ---`, '', ...lines, ''].join('\n')
  })
  const head = wrap(
    'All settings of Stet, each with its default or an example. Copy this file, remove the # before the settings that you change, and pass the copy to any command: npm start -- --env-file .env. Environment variables take precedence over the file. docs/configuration.md describes the settings.',
  )
  return `${head.join('\n')}\n\n${groups.join('\n')}`
}

function settingsOf(schema: z.ZodType): Setting[] {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  return Object.entries(properties).flatMap(([name, value]) => {
    const { success, data } = property.safeParse(value)
    return success ? [{ name, ...data }] : []
  })
}

// Lists WRITER first, then the writer's other settings, then the other models.
function modelGroup(): Setting[] {
  const [writer, ...others] = settingsOf(writerSettings)
  const own = settingsOf(modelSettings).map(({ name, ...rest }) => ({ name: `WRITER_${name.toUpperCase()}`, ...rest }))
  return writer === undefined ? own : [writer, ...own, ...others]
}

function ownSettings(model: string): string[] {
  return ['', ...settingsOf(modelSettings).map(({ name }) => `_${name.toUpperCase()}`)].map(
    (name) => `#${model}${name}=`,
  )
}

function defaultOf(setting: Setting): string {
  return setting.fallback ?? (setting.default === undefined ? '' : `\`${setting.default}\``)
}

function defaultInWords({ fallback }: Setting): string {
  return fallback === undefined ? '' : ` Default: ${fallback.replaceAll('`', '')}.`
}

function wrap(text: string): string[] {
  return Array.from(text.matchAll(/\S.{0,116}(?=\s|$)/g), ([line]) => `# ${line}`)
}

if (import.meta.main) {
  const file = 'docs/configuration.md'
  writeFileSync(file, await renewTables(readFileSync(file, 'utf8')))
  writeFileSync('.env.example', exampleFile())
}
