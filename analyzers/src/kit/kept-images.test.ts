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
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { keep, readKept } from './kept-images.ts'

const key = 'a'.repeat(64)
const kept = { image: Buffer.from('0123456789'.repeat(100)), facts: { pointer: 7 } }
let folder: string
const file = () => join(folder, `${key}.image`)

beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'assay-kept-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  folder = join(parent, 'cache')
})

it('gives back what was kept, in a folder that others cannot read', () => {
  keep(folder, key, kept)
  expect(readKept(folder, key)).toMatchObject({ facts: { pointer: 7 } })
  expect(Buffer.from(readKept(folder, key)?.image ?? []).equals(kept.image)).toBe(true)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual([`${key}.image`])
})

describe('is as if it were not there', () => {
  it('when any byte of it differs', () => {
    keep(folder, key, kept)
    const bytes = readFileSync(file())
    for (let at = 0; at < bytes.length; at += at < 80 ? 1 : 97) {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ 1
      writeFileSync(file(), other)
      expect(readKept(folder, key), `byte ${at}`).toBeUndefined()
    }
    for (const length of [0, 7, 40, 44, bytes.length - 1]) {
      writeFileSync(file(), bytes.subarray(0, length))
      expect(readKept(folder, key), `${length} bytes`).toBeUndefined()
    }
  })

  it('when it was kept under another name', () => {
    const other = 'b'.repeat(64)
    keep(folder, other, kept)
    renameSync(join(folder, `${other}.image`), file())
    expect(readKept(folder, key)).toBeUndefined()
  })

  it.each([
    ['others may write in the folder', () => chmodSync(folder, 0o777)],
    ['others may read the folder', () => chmodSync(folder, 0o755)],
    ['others may write the file', () => chmodSync(file(), 0o666)],
    [
      'the file is a link',
      () => {
        renameSync(file(), `${folder}-elsewhere`)
        symlinkSync(`${folder}-elsewhere`, file())
      },
    ],
    [
      'the folder is a link',
      () => {
        renameSync(folder, `${folder}-elsewhere`)
        symlinkSync(`${folder}-elsewhere`, folder)
      },
    ],
    [
      'it is a folder',
      () => {
        rmSync(file())
        mkdirSync(file())
      },
    ],
  ])('when %s', (_, change) => {
    keep(folder, key, kept)
    expect(readKept(folder, key)).toBeDefined()
    change()
    expect(readKept(folder, key)).toBeUndefined()
  })

  it('when there is a file instead of the folder, where nothing is kept either', () => {
    writeFileSync(folder, '')
    keep(folder, key, kept)
    expect(readKept(folder, key)).toBeUndefined()
  })
})

it.each([0o777, 0o770, 0o755])('writes nothing into a folder with the mode %o', (mode) => {
  mkdirSync(folder)
  chmodSync(folder, mode)
  keep(folder, key, kept)
  expect(readdirSync(folder)).toEqual([])
})

it('puts a damaged one right the next time', () => {
  keep(folder, key, kept)
  writeFileSync(file(), 'half')
  keep(folder, key, kept)
  expect(readKept(folder, key)).toMatchObject({ facts: { pointer: 7 } })
})

it('keeps the last eight', () => {
  for (let n = 0; n < 12; n += 1) keep(folder, n.toString(16).padStart(64, '0'), kept)
  expect(readdirSync(folder)).toHaveLength(8)
})
