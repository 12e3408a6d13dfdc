import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { type FolderContent, openOutputFile, planFolder } from '../../src/engine/runners/folder.ts'
import { diskOf, removeKnownFiles } from '../../src/engine/runners/folder-disk.ts'
import { skipTest } from '../skip.ts'
import { temporary } from './running.ts'

const input = { dataType: 'ip', data: '1.1.1.1', config: {} }
const limit = { maxBytes: 1000 }

async function made(root: string, content: FolderContent) {
  const folder = planFolder(root, content)
  await folder.make()
  return folder
}

it('holds the input, and an empty output, unreadable to others', async () => {
  const root = temporary()
  const { path } = await made(root, { jobId: 'AbC-1', input })
  expect(path.startsWith(join(root, 'cortex-job-AbC-1-'))).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(readdirSync(path).sort()).toEqual(['input', 'output'])
  expect(readdirSync(join(path, 'output'))).toEqual([])
  expect(JSON.parse(readFileSync(join(path, 'input', 'input.json'), 'utf8'))).toEqual(input)
})

it('copies the attachment under a separate name and says which', async () => {
  const { path } = await made(temporary(), {
    jobId: '1',
    input: { dataType: 'file', contentType: 'text/plain' },
    attachment: { open: async () => Readable.from([Buffer.from('content')]), name: '../../evil' },
    certificates: '-----BEGIN CERTIFICATE-----',
  })
  const written = JSON.parse(readFileSync(join(path, 'input', 'input.json'), 'utf8'))
  expect(written).toMatchObject({ filename: '../../evil', contentType: 'text/plain' })
  expect(written.file).toMatch(/^attachment[0-9a-f]{16}$/)
  expect(readFileSync(join(path, 'input', written.file), 'utf8')).toBe('content')
  expect(readFileSync(join(path, 'input', 'cacerts'), 'utf8')).toContain('BEGIN')
})

it('leaves nothing behind when the attachment cannot be read', async () => {
  const root = temporary()
  const open = async () => Readable.from([Promise.reject(new Error('no such blob'))])
  const folder = planFolder(root, { jobId: '1', input, attachment: { open, name: 'x' } })
  await expect(folder.make()).rejects.toThrow('no such blob')
  await folder.remove()
  expect(readdirSync(root)).toEqual([])
})

it('cannot be led outside by the id of a job', async () => {
  const root = temporary()
  const { path } = await made(root, { jobId: '../../x', input })
  expect(join(path, '..')).toBe(root)
})

it('removes itself even when a directory was locked', async () => {
  const root = temporary()
  const folder = await made(root, { jobId: '1', input })
  mkdirSync(join(folder.path, 'output', 'locked'))
  writeFileSync(join(folder.path, 'output', 'locked', 'x'), '')
  chmodSync(join(folder.path, 'output', 'locked'), 0o000)
  await folder.remove()
  await folder.remove()
  expect(readdirSync(root)).toEqual([])
})

const output = async () => {
  const folder = await made(temporary(), { jobId: '1', input })
  const { path } = folder
  return { folder, path, inside: (name: string) => join(path, 'output', name) }
}

it('gives the report as text, and says when it is too big', async () => {
  const { folder, inside } = await output()
  expect(await folder.readReport(limit.maxBytes)).toBeUndefined()
  writeFileSync(inside('output.json'), '{"ö":1}')
  expect(await folder.readReport(limit.maxBytes)).toBe('{"ö":1}')
  truncateSync(inside('output.json'), 1001)
  expect(await folder.readReport(limit.maxBytes)).toBe('too big')
})

it('does not take a link, a directory or a pipe for a report', async () => {
  const { folder, inside } = await output()
  symlinkSync('/etc/passwd', inside('output.json'))
  expect(await folder.readReport(limit.maxBytes)).toBeUndefined()
  const other = await output()
  mkdirSync(other.inside('output.json'))
  expect(await other.folder.readReport(limit.maxBytes)).toBeUndefined()
  const third = await output()
  execFileSync('mkfifo', [third.inside('output.json')])
  expect(await third.folder.readReport(limit.maxBytes)).toBeUndefined()
})

it('does not follow a link in place of the output folder', async () => {
  const { folder, path, inside } = await output()
  const secrets = temporary()
  writeFileSync(join(secrets, 'output.json'), 'secret')
  renameSync(inside(''), `${path}/moved`)
  symlinkSync(secrets, `${path}/output`)
  expect(await folder.readReport(limit.maxBytes)).toBeUndefined()
})

it('opens only plain files directly in the output folder', async () => {
  const { path, inside } = await output()
  writeFileSync(inside('good'), 'bytes')
  symlinkSync('/etc/passwd', inside('link'))
  mkdirSync(inside('directory'))
  const good = await openOutputFile(path, 'good', limit)
  if (typeof good !== 'object') throw new Error('not opened')
  expect(good.size).toBe(5)
  expect(await text(good.stream)).toBe('bytes')
  const names = ['../input/input.json', 'link', 'directory', '.', '..', '', 'a/b', 'a\0b', 'none']
  for (const name of [...names, '/etc/passwd', 'x'.repeat(300)]) {
    expect(await openOutputFile(path, name, limit)).toBeUndefined()
  }
  truncateSync(inside('good'), 2000)
  expect(await openOutputFile(path, 'good', limit)).toBe('too big')
})

const memory = '/dev/shm'
const hasMemory = diskOf(memory) !== diskOf('/')

it('is made and removed in memory just the same', async () => {
  if (!hasMemory) skipTest('/dev/shm is not in memory (mount a tmpfs there)')
  const root = mkdtempSync(join(memory, 'engine-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const extra of ['', 'extra']) {
    const folder = await made(root, { jobId: '1', input, certificates: extra })
    writeFileSync(join(folder.path, 'output', 'output.json'), '{}')
    expect(await folder.readReport(limit.maxBytes)).toBe('{}')
    await folder.remove()
    await folder.remove()
    expect(readdirSync(root)).toEqual([])
  }
})

it('removes a link in place of a folder, and nothing behind it', async () => {
  const root = temporary()
  const others = temporary()
  for (const name of ['input.json', 'output.json', 'kept']) writeFileSync(join(others, name), 'x')
  const folder = planFolder(root, { jobId: 'job1', input })
  await folder.make()
  for (const name of ['input', 'output']) {
    renameSync(join(folder.path, name), join(folder.path, `${name}-before`))
    symlinkSync(others, join(folder.path, name))
  }
  mkdirSync(join(folder.path, 'closed', 'inner'), { recursive: true })
  chmodSync(join(folder.path, 'closed'), 0)
  removeKnownFiles(folder.path)
  await folder.remove()
  expect(readdirSync(root)).toEqual([])
  expect(readdirSync(others).toSorted()).toEqual(['input.json', 'kept', 'output.json'])
})
