import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { discard, editText, type RunEditor } from '#desk/edit.ts'

const TEXT = '---\ntitle: A lock\n---\nIt opens at 65.\n'

test('the edited text is returned, and its file stays until it is discarded', async () => {
  const { text, path } = await edit({ run: writing('It opens at 64.\n') })
  expect(text).toBe('It opens at 64.\n')
  expect(await readFile(path ?? '', 'utf8')).toBe('It opens at 64.\n')
  await discard(path ?? '')
  expect(await exists(dirname(path ?? ''))).toBe(false)
})

test('the file is named after the post, ends in .md, and only its owner can read it', async () => {
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
  ['unchanged', TEXT, 'The text was not changed'],
  ['unchanged but for line ends', `${TEXT.replaceAll('\n', '\r\n')}\n\n`, 'The text was not changed'],
  ['emptied', ' \n', 'The file was emptied'],
  ['deleted', null, 'The file was emptied'],
])('a file that is %s is not an edit, and is deleted', async (_, content, sentence) => {
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
  [null, 'was killed'],
])('if the editor ends with %j, the edit is not used, but the file is kept', async (status, sentence) => {
  const changed = await edit({ run: writing('An hour of work.', status) })
  expect(changed).toEqual({ text: null, path: expect.any(String), sentence: expect.stringContaining(sentence) })
  expect(await readFile(changed.path ?? '', 'utf8')).toBe('An hour of work.')
  expect(await edit({ run: writing(TEXT, status) })).toMatchObject({ text: null, path: null })
})

test('an earlier edit is continued', async () => {
  const first = await edit({ run: writing('The first half.') })
  let found = ''
  const run: RunEditor = async ({ file }) => {
    found = await readFile(file, 'utf8')
    return 0
  }
  // It is unchanged since the first edit, but differs from the published text.
  expect(await edit({ path: first.path, run })).toEqual({ text: 'The first half.', path: first.path })
  expect(found).toBe('The first half.')
  expect(await edit({ path: first.path, run: writing('Half of it', 1) })).toMatchObject({
    text: null,
    path: first.path,
  })
  expect(await edit({ path: first.path, run: writing(TEXT) })).toMatchObject({ text: null, path: null })
  expect(await exists(first.path ?? '')).toBe(false)
})

test('$VISUAL comes before $EDITOR, and vi is the default', async () => {
  const commandFor = async (environment: { VISUAL?: string; EDITOR?: string }) => {
    let used = ''
    await edit({ environment, run: async ({ editor }) => ((used = editor), 0) })
    return used
  }
  expect(await commandFor({ VISUAL: 'code --wait', EDITOR: 'ed' })).toBe('code --wait')
  expect(await commandFor({ VISUAL: ' ', EDITOR: 'ed' })).toBe('ed')

  expect(await commandFor({})).toBe('vi')
  expect(await edit({ environment: {}, run: async () => 127 })).toMatchObject({
    sentence: 'The editor "vi" could not be started. Set EDITOR to the command for your editor.',
  })
})

test('the editor command may have arguments and a quoted name', async () => {
  const folder = await newFolder()
  const script = join(folder, 'my editor')
  await writeFile(script, '#!/bin/sh\nprintf "%s|%s\\n" "$1" "$2" > "$3"\n', { mode: 0o755 })
  const edited = await edit({ environment: { EDITOR: `'${script}' --wait 'two words'` } })
  expect(edited.text).toBe('--wait|two words\n')
})

test('Ctrl+C in the editor does not end the program', async () => {
  const script = `
    import { editText } from '#desk/edit.ts'
    const edited = await editText({ text: 'a', name: 'b', path: null, environment: { EDITOR: process.argv[1] } })
    console.log(JSON.stringify(edited), process.listenerCount('SIGINT'))`
  const folder = await newFolder()
  const editor = join(folder, 'editor')
  // Like a terminal, send the signal to the parent process, too.
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

test('discard deletes only folders that editText created', async () => {
  const folder = await newFolder()
  await writeFile(join(folder, 'mine.md'), 'a')
  await writeFile(join(folder, 'other.md'), 'b')
  await discard(join(folder, 'mine.md'))
  expect([await exists(join(folder, 'mine.md')), await exists(join(folder, 'other.md'))]).toEqual([false, true])
})

// Edits TEXT, and deletes the file after the test.
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
