import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { discard, editText, type RunEditor } from '#desk/edit.ts'

const TEXT = '---\ntitle: A lock\n---\nIt opens at 65.\n'

test('the edited text comes back, and its file stays until it is discarded', async () => {
  const { text, kept } = await edit({ run: writing('It opens at 64.\n') })
  expect(text).toBe('It opens at 64.\n')
  expect(await readFile(kept ?? '', 'utf8')).toBe('It opens at 64.\n')
  await discard(kept ?? '')
  expect(await exists(dirname(kept ?? ''))).toBe(false)
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
  expect(await edit({ run })).toEqual({ text: null, kept: null, sentence: expect.stringContaining(sentence) })
  expect(await exists(dirname(path))).toBe(false)
})

test.each([
  [1, 'ended with status 1'],
  [null, 'was ended from outside'],
])(
  'after an editor that ended with %j, nothing is published, but what was written is kept',
  async (status, sentence) => {
    const changed = await edit({ run: writing('An hour of work.', status) })
    expect(changed).toEqual({ text: null, kept: expect.any(String), sentence: expect.stringContaining(sentence) })
    expect(await readFile(changed.kept ?? '', 'utf8')).toBe('An hour of work.')
    expect(await edit({ run: writing(TEXT, status) })).toMatchObject({ text: null, kept: null })
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
  expect(await edit({ kept: first.kept, run })).toEqual({ text: 'The first half.', kept: first.kept })
  expect(found).toBe('The first half.')
  expect(await edit({ kept: first.kept, run: writing('Half of it', 1) })).toMatchObject({
    text: null,
    kept: first.kept,
  })
  expect(await edit({ kept: first.kept, run: writing(TEXT) })).toMatchObject({ text: null, kept: null })
  expect(await exists(first.kept ?? '')).toBe(false)
})

test('$VISUAL comes before $EDITOR, then vi, then nano, and then there is none', async () => {
  const folder = await newFolder()
  const [vi, nano] = [join(folder, 'one'), join(folder, 'two')]
  for (const [place, name] of [
    [vi, 'vi'],
    [nano, 'nano'],
  ] as const) {
    await mkdir(place)
    await writeFile(join(place, name), '', { mode: 0o755 })
  }
  const chosen = async (environment: { VISUAL?: string; EDITOR?: string; PATH?: string }) => {
    let used = ''
    const run: RunEditor = async ({ editor }) => {
      used = editor
      return 0
    }
    const edited = await edit({ environment, run })
    return used === '' && edited.text === null ? edited.sentence : used
  }
  expect(await chosen({ VISUAL: 'code --wait', EDITOR: 'ed', PATH: vi })).toBe('code --wait')
  expect(await chosen({ VISUAL: ' ', EDITOR: 'ed', PATH: vi })).toBe('ed')
  expect(await chosen({ PATH: `${nano}:${vi}` })).toBe('vi')
  expect(await chosen({ PATH: `:${nano}` })).toBe('nano')
  await chmod(join(nano, 'nano'), 0o644)
  expect(await chosen({ PATH: nano })).toContain('There is no editor')
  expect(await chosen({})).toContain('There is no editor')
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
    kept: null,
    sentence: 'The editor "no-such-editor -x" could not be started: set EDITOR to the command that opens yours.',
  })
})

test('Ctrl+C in the editor does not end the desk', async () => {
  const script = `
    import { editText } from '#desk/edit.ts'
    const edited = await editText({ text: 'a', name: 'b', kept: null, environment: { EDITOR: process.argv[1] } })
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
  await discard(/"kept":"([^"]+)"/.exec(stdout)?.[1] ?? '')
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
  const edited = await editText({ text: TEXT, name: 'a-lock', kept: null, environment: { EDITOR: 'ed' }, ...options })
  onTestFinished(() => (edited.kept === null ? undefined : discard(edited.kept)))
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
