import { execFileSync } from 'node:child_process'
import { linkSync, rmSync } from 'node:fs'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fail } from './failure.ts'
import { parsedFiles } from './parsed-files.ts'
import { openResource } from './resources.ts'

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-resources-')))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const namesIn = (path: string, root?: string) =>
  openResource({ name: 'r', path, ...(root === undefined ? {} : { root }) }).files.map(
    ({ name }) => name,
  )

it('opens the plain files of a folder, in a fixed order and without hidden ones', async () => {
  const folder = await folderWith({ 'b.txt': '', 'a/c.txt': '', '.hidden': '', '.git/d.txt': '' })

  expect(namesIn(folder)).toEqual(['c.txt', 'b.txt'])
})

it('follows a link that stays in the folder, and none that leads out', async () => {
  const outside = await folderWith({ secret: 'x', 'sub/deep': 'x' })
  const folder = await folderWith({ '..data/rules.yar': 'x' })
  await symlink('..data/rules.yar', join(folder, 'rules.yar'))
  await symlink(join(outside, 'secret'), join(folder, 'out.yar'))
  await symlink(outside, join(folder, 'out'))
  await symlink(folder, join(folder, 'loop'))
  await symlink('/nowhere', join(folder, 'broken'))

  expect(namesIn(folder)).toEqual(['rules.yar'])
  expect(namesIn(folder, folder)).toEqual(['rules.yar'])
})

it('passes over pipes and devices, and refuses them by themselves', async () => {
  const folder = await folderWith({ 'a.txt': '' })
  execFileSync('mkfifo', [join(folder, 'pipe')])
  await symlink('/dev/zero', join(folder, 'zero'))

  expect(namesIn(folder)).toEqual(['a.txt'])
  for (const path of [join(folder, 'pipe'), '/dev/zero'])
    expect(() => openResource({ name: 'it', path })).toThrow('it is neither a file nor a folder')
})

it('does not read a file that was exchanged for a link or a pipe after it was opened', async () => {
  const folder = await folderWith({ a: 'sound', b: 'sound' })
  const [a, b] = openResource({ name: 'r', path: folder }).files
  await rm(join(folder, 'a'))
  await symlink('/etc/passwd', join(folder, 'a'))
  await rm(join(folder, 'b'))
  execFileSync('mkfifo', [join(folder, 'b')])

  expect(() => a?.read(1_000)).toThrow('The file a cannot be read')
  expect(() => b?.read(1_000)).toThrow('b is not a plain file')
})

it('reads no more than it may, and nothing that is not there', async () => {
  const folder = await folderWith({ a: 'x'.repeat(100) })
  const [file] = openResource({ name: 'r', path: join(folder, 'a') }).files

  expect(() => file?.read(99)).toThrow('The file r has 100 bytes; the limit is 99')
  expect(() => openResource({ name: 'gone', path: join(folder, 'b') })).toThrow('does not exist')
})

it('says of too large a folder that it is', async () => {
  const folder = await folderWith({ '0': '' })
  for (let n = 1; n <= 5_000; n += 1) linkSync(join(folder, '0'), join(folder, `${n}`))

  expect(() => openResource({ name: 'r', path: folder })).toThrow('more than 5000 files')
})

it('keeps what was parsed, up to a size, and never discloses a parser’s message', async () => {
  const folder = await folderWith({ a: 'aaaa', b: 'bbbb', c: 'cccc', bad: 'secret', sorry: '' })
  const parsedOnce: string[] = []
  const load = parsedFiles({ what: 'a sample', keepBytes: 8 }, (file) => {
    parsedOnce.push(file.name)
    if (file.name === 'sorry') fail('It is empty')
    return JSON.parse(`"${file.read(100)}`.replace(/[abc]$/, '$&"'))
  })
  const files = openResource({ name: 'r', path: folder }).files
  const [a, b, bad, c, sorry] = files as [never, never, never, never, never]

  for (const file of [a, b, a, c, a, b]) await load(file)
  expect(parsedOnce).toEqual(['a', 'b', 'c', 'b'])
  await expect(load(bad)).rejects.toThrow(/^The file bad is not a sample$/)
  await expect(load(sorry)).rejects.toThrow('It is empty')
})
