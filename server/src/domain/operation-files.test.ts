import { describe, expect, it } from 'vitest'
import { maxOperationFiles, operationFiles, withKeptFiles } from './operation-files.ts'

const adding = (file: string, more: object = {}) => ({
  type: 'AddArtifactToCase',
  ...{ dataType: 'file', message: 'm', file },
  ...more,
})

describe('files that operations name', () => {
  it('are what operations about artifacts name, with a name to show', () => {
    const operations = JSON.stringify([
      { type: 'AddTagToCase', tag: 'AddArtifactToCase', file: 'no' },
      adding('a.bin', { filename: '../shown.txt', contentType: 'text/plain' }),
      adding('', { data: 'd' }),
    ])

    expect(operationFiles(operations)).toEqual([
      {
        index: 1,
        file: 'a.bin',
        artifact: expect.objectContaining({
          ...{ file: 'a.bin', filename: 'shown.txt', contentType: 'text/plain' },
          maxBytes: 26_214_400,
        }),
      },
    ])
  })

  it('are ten at most; the operation of another one says so', () => {
    const operations = JSON.stringify(Array.from({ length: 12 }, (_, at) => adding(`f${at}`)))
    const files = operationFiles(operations)
    const kept = withKeptFiles(operations, files, ({ filename: name }) => ({
      ...{ id: 'a'.repeat(64), name, contentType: 'text/plain', size: 1 },
    }))

    expect(files.filter(({ artifact }) => artifact)).toHaveLength(maxOperationFiles)
    const read = JSON.parse(kept)
    expect(read[9]).toMatchObject({ file: 'f9', attachment: { name: 'f9' } })
    expect(read[10]).toEqual(adding('f10', { problem: 'Limit of 10 files per report' }))
  })

  it('are named by what was kept, never by what the program says was', () => {
    const operations = JSON.stringify([adding('gone', { attachment: { id: 'b'.repeat(64) } })])
    const said = withKeptFiles(operations, operationFiles(operations), () => undefined)

    expect(JSON.parse(said)).toEqual([
      adding('gone', { problem: 'The file gone is not in the output folder, or exceeds 25 MiB' }),
    ])
  })
})
