import { readCommandLine } from '#wiring/command-line.ts'
import { EDITION_OPTIONS, startEdition } from '#wiring/start-edition.ts'

const usage = `npm run daily [-- OPTIONS]

Makes today's edition, or what is missing of it. You can stop it at any point and start it again.

  --dry-run          does everything but publish
  --date YYYY-MM-DD  makes the edition of another day, not beyond tomorrow
  --category ID      fills only this category; any number of times
  --limit N          adds at most N posts, those of the best stories
  --env-file FILE    takes settings from a file of NAME=value lines; the environment comes first
  --help, --version

Exit status: 0 every slot is filled, 3 some are, 1 none is, or it could not start, 130 it was stopped.`

readCommandLine({ usage, options: EDITION_OPTIONS })
const edition = startEdition({ args: process.argv.slice(2), output: 'inherit' })
// A terminal tells both processes of Ctrl-C; the edition says the last word.
process.on('SIGINT', () => {})
process.on('SIGTERM', edition.stop)
process.exitCode = await edition.status
