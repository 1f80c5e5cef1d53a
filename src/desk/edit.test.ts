import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { discard, editText, type RunEditor } from '#desk/edit.ts'

const TEXT = '---\ntitle: A lock\n---\nIt opens at 65.\n'

test('the edited text comes back, and its file stays until it is discarded', async () => {
  const { text, path } = await edit({ run: writing('It opens at 64.\n') })
  expect(text).toBe('It opens at 64.\n')
  expect(await readFile(path ?? '', 'utf8')).toBe('It opens at 64.\n')
  await discard(path ?? '')
  expect(await exists(dirname(path ?? ''))).toBe(false)
})

test('the file is named after the post, ends in .md, and is for nobody else to read', async () => {
  let [name, mode, folder, content] = ['', 0, 0, '']
  await edit({
    name: '../../etc/a post',
    run: async ({ file }) => {
      name = basename(file)
      mode = (await stat(file)).mode & 0o777
      folder = (await stat(dirname(file))).mode & 0o777
      content = await readFile(file, 'utf8')
      expect(dirname(dirname(file))).toBe(resolve(tmpdir()))
      return 0
    },
  })
  expect([name, mode, folder, content]).toEqual(['-etc-a-post.md', 0o600, 0o700, TEXT])
})

test.each([
  ['unchanged', TEXT, 'The text is as it was'],
  ['unchanged but for line ends', `${TEXT.replaceAll('\n', '\r\n')}\n\n`, 'The text is as it was'],
  ['emptied', ' \n', 'The file was emptied'],
  ['deleted', null, 'The file was emptied'],
])('a file that is left %s is no edit, and is not kept', async (_, content, sentence) => {
  let path = ''
  const run: RunEditor = async ({ file }) => {
    path = file
    await (content === null ? rm(file) : writeFile(file, content))
    return 0
  }
  expect(await edit({ run })).toEqual({ text: null, path: null, sentence: expect.stringContaining(sentence) })
  expect(await exists(dirname(path))).toBe(false)
})

test.each([
  [1, 'ended with status 1'],
  [null, 'was ended from outside'],
])(
  'after an editor that ended with %j, nothing is published, but what was written is kept',
  async (status, sentence) => {
    const changed = await edit({ run: writing('An hour of work.', status) })
    expect(changed).toEqual({ text: null, path: expect.any(String), sentence: expect.stringContaining(sentence) })
    expect(await readFile(changed.path ?? '', 'utf8')).toBe('An hour of work.')
    expect(await edit({ run: writing(TEXT, status) })).toMatchObject({ text: null, path: null })
  },
)

test('an earlier edit is gone on with, where it was left', async () => {
  const first = await edit({ run: writing('The first half.') })
  let found = ''
  const run: RunEditor = async ({ file }) => {
    found = await readFile(file, 'utf8')
    return 0
  }
  // Unchanged since, it is still not the text that is published.
  expect(await edit({ path: first.path, run })).toEqual({ text: 'The first half.', path: first.path })
  expect(found).toBe('The first half.')
  expect(await edit({ path: first.path, run: writing('Half of it', 1) })).toMatchObject({
    text: null,
    path: first.path,
  })
  expect(await edit({ path: first.path, run: writing(TEXT) })).toMatchObject({ text: null, path: null })
  expect(await exists(first.path ?? '')).toBe(false)
})

test('$VISUAL comes before $EDITOR, then vi, then nano, and then there is none', async () => {
  const commandFor = async (environment: { VISUAL?: string; EDITOR?: string }) => {
    let used = ''
    await edit({ environment, run: async ({ editor }) => ((used = editor), 0) })
    return used
  }
  expect(await commandFor({ VISUAL: 'code --wait', EDITOR: 'ed' })).toBe('code --wait')
  expect(await commandFor({ VISUAL: ' ', EDITOR: 'ed' })).toBe('ed')

  const fallback = await commandFor({})
  const [sh, folder] = [(await promisify(execFile)('sh', ['-c', 'command -v sh'])).stdout.trim(), await newFolder()]
  const saidWith = async (...names: string[]) => {
    const bin = await newFolder()
    for (const name of names) await writeFile(join(bin, name), `#!${sh}\necho ${name}\n`, { mode: 0o755 })
    const shell = promisify(execFile)(sh, ['-c', `${fallback} "$@"`, '', folder], { env: { PATH: bin } })
    return await shell.then(
      ({ stdout }) => stdout.trim(),
      ({ code }: { code: number }) => code,
    )
  }
  expect(await saidWith('vi', 'nano')).toBe('vi')
  expect(await saidWith('nano')).toBe('nano')
  expect(await saidWith()).toBe(127)
  expect(await edit({ environment: {}, run: async () => 127 })).toMatchObject({
    sentence: 'The editor "vi or nano" could not be started: set EDITOR to the command that opens yours.',
  })
})

test('an editor with arguments and a quoted name is run on the file', async () => {
  const folder = await newFolder()
  const script = join(folder, 'my editor')
  await writeFile(script, '#!/bin/sh\nprintf "%s|%s\\n" "$1" "$2" > "$3"\n', { mode: 0o755 })
  const edited = await edit({ environment: { EDITOR: `'${script}' --wait 'two words'` } })
  expect(edited.text).toBe('--wait|two words\n')
})

test('an editor that is not there is named', async () => {
  expect(await edit({ environment: { EDITOR: 'no-such-editor -x' } })).toEqual({
    text: null,
    path: null,
    sentence: 'The editor "no-such-editor -x" could not be started: set EDITOR to the command that opens yours.',
  })
})

test('Ctrl+C in the editor does not end the desk', async () => {
  const script = `
    import { editText } from '#desk/edit.ts'
    const edited = await editText({ text: 'a', name: 'b', path: null, environment: { EDITOR: process.argv[1] } })
    console.log(JSON.stringify(edited), process.listenerCount('SIGINT'))`
  const folder = await newFolder()
  const editor = join(folder, 'editor')
  // As the terminal does: the signal goes to the desk as well.
  await writeFile(editor, '#!/bin/sh\nkill -INT "$1"\nsleep 0.2\necho saved > "$2"\n', { mode: 0o755 })
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module-typescript',
    '--eval',
    script,
    `${editor} $PPID`,
  ])
  expect(stdout).toMatch(/^\{"text":"saved\\n".*\} 0\n$/)
  await discard(/"path":"([^"]+)"/.exec(stdout)?.[1] ?? '')
})

test('only a folder of its own making is deleted with a file', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'mine.md'), 'a')
  await writeFile(join(folder, 'other.md'), 'b')
  await discard(join(folder, 'mine.md'))
  expect([await exists(join(folder, 'mine.md')), await exists(join(folder, 'other.md'))]).toEqual([false, true])
})

// Edits TEXT, and clears away what is kept when the test is over.
async function edit(options: Partial<Parameters<typeof editText>[0]>) {
  const edited = await editText({ text: TEXT, name: 'a-lock', path: null, environment: { EDITOR: 'ed' }, ...options })
  onTestFinished(() => (edited.path === null ? undefined : discard(edited.path)))
  return edited
}

function writing(content: string, status: number | null = 0): RunEditor {
  return async ({ file }) => {
    await writeFile(file, content)
    return status
  }
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'edit-test-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    () => false,
  )
}
