import { describe, expect, test } from 'vitest'
import { emptyReading, readAtOnce } from './reading.ts'
import { acceptedTypes, isUnknown, noEdits, type RowSources, rowsOf, typeChoices } from './rows.ts'

const fromText = (text: string): RowSources => ({
  given: [],
  files: [],
  reading: readAtOnce(text, 'values'),
})

describe('the rows of the form', () => {
  test('are ticked unless the address is private or the type unknown', () => {
    const rows = rowsOf(fromText('8.8.8.8\n10.0.0.5\nnonsense'), noEdits)
    expect(rows.map(({ isTicked }) => isTicked)).toEqual([true, false, false])
    expect(rows.map(isUnknown)).toEqual([false, false, true])
  })

  test('that another screen handed over are ticked whatever they are', () => {
    const given = [{ dataType: 'ip', data: '10.0.0.5' }]
    const [row] = rowsOf({ given, files: [], reading: emptyReading }, noEdits)
    expect(row).toMatchObject({ isTicked: true, reserved: 'private' })
  })

  test('that were handed over and pasted are there once', () => {
    const given = [{ dataType: 'ip', data: '8.8.8.8' }]
    expect(rowsOf({ ...fromText('8.8.8.8'), given }, noEdits)).toHaveLength(1)
  })

  test('have the type of the chip that opened the form, unless their own was chosen', () => {
    const edits = { ...noEdits, everyType: 'fqdn' }
    expect(rowsOf(fromText('evil.example\n8.8.8.8'), edits).map((row) => row.dataType)).toEqual([
      'fqdn',
      'fqdn',
    ])
  })

  test('keep what was decided about them when the text is read again', () => {
    const [first] = rowsOf(fromText('evil.zip'), noEdits)
    const key = first?.key ?? ''
    const edits = { ...noEdits, types: new Map([[key, 'domain']]) }
    const [again] = rowsOf(fromText('evil.zip\n1.1.1.1'), edits)
    expect(again).toMatchObject({ dataType: 'domain', detectedType: 'filename', isTicked: true })
  })

  test('are ticked once they get a type by hand', () => {
    const edits = { ...noEdits, types: new Map([['other\nnonsense', 'registry']]) }
    expect(rowsOf(fromText('nonsense'), edits)[0]?.isTicked).toBe(true)
  })

  test('that were removed stay away', () => {
    const edits = { ...noEdits, removed: new Set(['ip\n8.8.8.8']) }
    expect(rowsOf(fromText('8.8.8.8\n1.1.1.1'), edits)).toHaveLength(1)
  })
})

describe('types to choose from', () => {
  const accepted = acceptedTypes([
    { dataTypeList: ['ip', 'mail_subject', 'file'] },
    { dataTypeList: ['mail-subject', 'domain'] },
  ])

  test('are the ones that somebody takes, each in one spelling, without files', () => {
    expect(accepted).toEqual(['domain', 'ip', 'mail_subject'])
  })

  test('begin with what it is and could be; a type that nobody takes stays its own', () => {
    const [row] = rowsOf(fromText('evil.zip'), noEdits)
    expect(row && typeChoices(row, accepted)).toEqual(['filename', 'domain', 'ip', 'mail_subject'])
  })
})
