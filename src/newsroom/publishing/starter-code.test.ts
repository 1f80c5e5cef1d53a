import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { runnableBlocks } from '#newsroom/publishing/render/code.ts'
import { readStarter } from '#newsroom/publishing/starter.ts'

const articles = await readStarter('editorial/starter')

test.for(articles)('the code in $id prints the output that the article shows', async ({ markdown }) => {
  for (const { code, output } of runnableBlocks(markdown)) {
    expect(output).not.toBeNull()
    expect((await runCode(code)).trimEnd()).toBe(output?.trimEnd())
  }
})

// Runs an ES module and resolves to its output. The code is not sandboxed, so run only code that a person has read.
async function runCode(code: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stet-starter-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'article.mjs')
  await writeFile(file, code)
  const env = { TMPDIR: tmpdir(), NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: dirname(file), env, timeout: 20_000 })
  return stdout
}
