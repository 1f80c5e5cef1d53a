import { createProgress } from '#newsroom/edition/progress.ts'
import { exitStatus } from '#newsroom/edition/report.ts'
import { COMMON_USAGE, readCommandLine, runProgram } from '#wiring/command-line.ts'
import { readEnvironment } from '#wiring/environment.ts'
import { firstWriter } from '#wiring/models.ts'
import { modelOfFiles } from '#newsroom/llm/file-model.ts'
import { runTrial } from '#wiring/trial.ts'

const usage = `Usage: npm run newsroom:trial -- FOLDER [OPTIONS]

Produces an edition from recorded feeds and pages without publishing it, to test prompts and checks. FOLDER contains
sources.json, in the format of editorial/sources.json, and recorded.json with the file and media type for each URL:
{ "https://a.example/feed.xml": { "file": "feed.xml", "type": "application/rss+xml" } }

The command writes its model requests to FOLDER/requests. Write the responses to JSON files with the same names in
FOLDER/answers, and run the command again. This way, any model or person can be the writer. Each run writes all
requests that do not depend on a missing response.

  --date YYYY-MM-DD  the day of the edition (default: today)
  --category ID      fills only this category; may be repeated
  --wait             waits for each response instead of exiting
  --model            sends the requests to the configured writer instead of using files
  --posts            also prints the posts as JSON
${COMMON_USAGE}

Exit status: 0 every slot is filled, 3 some are filled, 1 none is filled or the start failed.`

const { values, positionals } = readCommandLine({
  usage,
  allowPositionals: true,
  options: {
    date: { type: 'string' },
    category: { type: 'string', multiple: true },
    wait: { type: 'boolean' },
    model: { type: 'boolean' },
    posts: { type: 'boolean' },
  },
})
await runProgram(async () => {
  const [folder] = positionals
  if (folder === undefined)
    throw new Error(`FOLDER is missing. Specify the folder that contains the recorded feeds and pages.\n\n${usage}`)
  const files = modelOfFiles({ folder, wait: values.wait ?? false })
  const { report, posts, lines } = await runTrial({
    folder,
    date: values.date ?? new Date().toISOString().slice(0, 10),
    categories: values.category,
    model: values.model ? await firstWriter(readEnvironment(process.env)) : files,
    progress: createProgress({ stream: process.stderr, now: () => new Date() }),
  })
  console.log(lines.join('\n'))
  if (values.posts) console.log(JSON.stringify(posts, null, 2))
  for (const name of files.unanswered) console.log(`No response yet to ${folder}/requests/${name}.md`)
  process.exitCode = exitStatus(report)
})
