import { COMMON_USAGE, readCommandLine } from '#wiring/command-line.ts'
import { EDITION_OPTIONS, startEdition } from '#wiring/start-edition.ts'

const usage = `Usage: npm run daily [-- OPTIONS]

Produces today's edition, or adds its missing posts. You can stop this command at any time and run it again.

  --dry-run          does everything except publish
  --date YYYY-MM-DD  produces another day's edition, at the latest tomorrow's
  --category ID      fills only this category; may be repeated
  --limit N          adds up to N posts, from the best stories
${COMMON_USAGE}

Exit status: 0 every slot is filled, 3 some are filled, 1 none is filled or the start failed, 130 it was stopped.`

readCommandLine({ usage, options: EDITION_OPTIONS })
const edition = startEdition({ args: process.argv.slice(2), output: 'inherit' })
// Ctrl-C reaches this process and the edition process. Ignore it here so that the edition process can print the final
// message.
process.on('SIGINT', () => {})
process.on('SIGTERM', edition.stop)
process.exitCode = await edition.status
