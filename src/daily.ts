import { startEdition } from './start-edition.ts'

// `npm run daily`: makes today's edition, or what is missing of it. `-- --dry-run` publishes nothing, `--date YYYY-MM-DD`
// names another day, `--category ID` (any number of times) only these, `--limit N` stops after N posts.
// Exit status 0: every slot is filled, 3: some are, 1: none is.

const edition = startEdition({ args: process.argv.slice(2), output: 'inherit' })
// A terminal tells both processes of Ctrl-C; the edition says the last word.
process.on('SIGINT', () => {})
process.on('SIGTERM', edition.stop)
process.exitCode = await edition.status
