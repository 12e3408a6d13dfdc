import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeOneNote, makeShortcut, shortcutSamples } from '../gallery/shortcuts.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer as oneNote } from '../onenote/analyzer.ts'
import { analyzer } from './analyzer.ts'

const run = (filename: string, file: string | Buffer) =>
  reportOf(analyzer, { dataType: 'file', file, filename })

it('reports target, arguments, icon and machine of a shortcut', async () => {
  const { full, taxonomies } = await run(
    'a.lnk',
    makeShortcut({
      target: '..\\notepad.exe',
      arguments: 'a.txt',
      icon: 'x.ico',
      machine: 'desk-1',
    }),
  )
  expect(full).toMatchObject({
    isShortcut: true,
    target: '..\\notepad.exe',
    arguments: 'a.txt',
    icon: 'x.ico',
    machine: 'desk-1',
    attached: 0,
    verdict: 'info',
  })
  expect(taxonomies[0]).toMatchObject({ predicate: 'Target', value: '..\\notepad.exe' })
})

it('hands out the addresses in the arguments, and what is attached behind the end', async () => {
  const file = makeShortcut({
    target: 'C:\\Windows\\System32\\cmd.exe',
    arguments: '/c start http://files.example.org/a',
    attached: Buffer.alloc(3_000, 7),
  })
  const { artifacts, files } = await run('a.lnk', file)
  expect(artifacts).toContainEqual(
    expect.objectContaining({ dataType: 'url', data: 'http://files.example.org/a' }),
  )
  expect(files['attached.bin']).toHaveLength(3_000)
})

it.each([
  [
    'a shortcut to a program',
    makeShortcut({ target: 'C:\\Program Files\\App\\app.exe', arguments: '' }),
  ],
  ['one with arguments', makeShortcut({ target: 'C:\\App\\app.exe', arguments: '--profile work' })],
  [
    'one to the command line',
    makeShortcut({ target: 'C:\\Windows\\System32\\cmd.exe', arguments: '' }),
  ],
  ['an address', '[InternetShortcut]\r\nURL=https://example.org/\r\nIconFile=C:\\a.ico\r\n'],
])('does not flag %s', async (_, file) => {
  expect((await run('a.lnk', file)).full.verdict).toBe('info')
})

it('passes over other files in silence', async () => {
  expect((await run('a.lnk', 'hello')).full).toEqual({ isShortcut: false })
})

describe('OneNote', () => {
  const notes = makeOneNote([
    { name: 'Plan.xlsx', content: Buffer.from('PK plan') },
    { name: 'Open me.vbs', content: Buffer.from('MsgBox 1') },
  ])

  it('hands out the files of a section by their names', async () => {
    const { files, full } = await reportOf(oneNote, {
      dataType: 'file',
      file: notes,
      filename: 'a.one',
    })
    expect(Object.keys(files)).toEqual(['Plan.xlsx', 'Open me.vbs'])
    expect(files['Open me.vbs']?.toString()).toBe('MsgBox 1')
    expect(full.verdict).toBe('suspicious')
  })

  it('does not flag a section with an image and a document', async () => {
    const file = makeOneNote([
      { name: 'Plan.xlsx', content: Buffer.from('PK plan') },
      { name: 'x', content: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
    ])
    const { full } = await reportOf(oneNote, { dataType: 'file', file, filename: 'a.one' })
    expect(full.verdict).toBe('info')
  })

  it('gives a report of any damaged section', async () => {
    await fc.assert(
      fc.asyncProperty(damagedFile(notes), async (file) => {
        expect(
          (await reportOf(oneNote, { dataType: 'file', file, filename: 'a.one' })).success,
        ).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

it.each(shortcutSamples().map((sample) => [sample.filename, sample.content] as const))(
  'gives a report of a damaged %s, wherever the damage is',
  async (filename, content) => {
    await fc.assert(
      fc.asyncProperty(damagedFile(content), async (file) => {
        expect((await run(filename, file)).success).toBe(true)
      }),
      { numRuns: 30 },
    )
  },
)
