import { createProgress, speaksUnicode } from '#newsroom/edition/progress.ts'
import { exitStatus } from '#newsroom/edition/report.ts'
import { readCommandLine } from '#wiring/command-line.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { firstWriter } from '#wiring/models.ts'
import { modelOfFiles, runTrial } from '#wiring/trial.ts'

const usage = `npm run newsroom:trial -- FOLDER [OPTIONS]

Makes an edition over recorded feeds and pages and publishes nothing, to see what prompts and checks do. FOLDER holds
sources.json, as editorial/sources.json, and recorded.json, which names the file and media type of each address:
{ "https://a.example/feed.xml": { "file": "feed.xml", "type": "application/rss+xml" } }

What a model would be asked is written to FOLDER/requests; put the answers, as JSON, under the same names into
FOLDER/answers, and run it again. Any model, or a person, can play the writer so.

  --date YYYY-MM-DD  the day of the edition; the default is today
  --category ID      fills only this category; any number of times
  --wait             waits for each answer instead of ending
  --model            asks the model that the environment names (WRITER …) instead of files
  --env-file FILE    takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

Exit status: 0 every slot is filled, 3 some are, 1 none is, or it could not start.`

const { values, positionals } = readCommandLine({
  usage,
  allowPositionals: true,
  options: {
    date: { type: 'string' },
    category: { type: 'string', multiple: true },
    wait: { type: 'boolean' },
    model: { type: 'boolean' },
  },
})
const [folder] = positionals
if (folder === undefined) {
  console.error(`Name the folder of what was recorded.\n\n${usage}`)
  process.exit(1)
}
try {
  const files = modelOfFiles({ folder, wait: values.wait ?? false })
  const { report, lines } = await runTrial({
    folder,
    date: values.date ?? new Date().toISOString().slice(0, 10),
    categories: values.category,
    model: values.model ? await firstWriter(readEnvironment(process.env)) : files,
    progress: createProgress({
      stream: process.stderr,
      isTerminal: false,
      now: () => new Date(),
      unicode: speaksUnicode(process.env),
    }),
  })
  console.log(lines.join('\n'))
  for (const name of files.unanswered) console.log(`No answer yet: ${folder}/requests/${name}.md`)
  process.exitCode = exitStatus(report)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
