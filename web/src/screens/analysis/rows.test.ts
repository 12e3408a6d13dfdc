import { describe, expect, test } from 'vitest'
import { emptyReading, newMemory, readAtOnce } from './reading.ts'
import {
  acceptedTypes,
  decisionsOn,
  type Edits,
  isUnknown,
  noEdits,
  plainRows,
  type RowSources,
  typeChoices,
} from './rows.ts'

const fromText = (text: string): RowSources => ({
  given: [],
  files: [],
  reading: readAtOnce(text, 'values'),
})

const rowsOf = (sources: RowSources, edits: Edits) => decisionsOn(plainRows(sources))(edits)

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

  test('that were removed stay removed', () => {
    const edits = { ...noEdits, removed: new Set(['ip\n8.8.8.8']) }
    expect(rowsOf(fromText('8.8.8.8\n1.1.1.1'), edits)).toHaveLength(1)
  })
})

describe('the rows of a long text', () => {
  const lines = ['evil.zip', '10.0.0.5', 'nonsense', '8.8.8.8']

  test('that a letter did not change are the same objects as before it', () => {
    const memory = newMemory()
    const read = (...more: string[]) =>
      plainRows({
        given: [],
        files: [],
        reading: readAtOnce([...lines, ...more].join('\n'), 'values', memory),
      })
    const before = read('last.co')
    const after = read('last.com')
    expect(after.map((row, at) => row === before[at])).toEqual([true, true, true, true, false])
    expect(after[4]?.value).toBe('last.com')
  })

  test('that a tick did not change are the same objects as before it, however they were edited', () => {
    const plain = plainRows(fromText(lines.join('\n')))
    const decide = decisionsOn(plain)
    const none = new Map(plain.map(({ key }) => [key, false]))
    const before = decide({ ...noEdits, ticks: none })
    const after = decide({ ...noEdits, ticks: new Map(none).set('ip\n8.8.8.8', true) })
    expect(after.map(({ isTicked }) => isTicked)).toEqual([false, false, false, true])
    expect(after.map((row, at) => row === before[at])).toEqual([true, true, true, false])
  })
})

describe('types to choose from', () => {
  const accepted = acceptedTypes([
    { dataTypeList: ['ip', 'mail_subject', 'file'] },
    { dataTypeList: ['mail-subject', 'domain'] },
  ])

  test('are the ones that an analyzer supports, each in one spelling, without files', () => {
    expect(accepted).toEqual(['domain', 'ip', 'mail_subject'])
  })

  test('begin with what it is and could be; an unsupported type stays as it is', () => {
    const [row] = rowsOf(fromText('evil.zip'), noEdits)
    expect(row && typeChoices(row, accepted)).toEqual(['filename', 'domain', 'ip', 'mail_subject'])
  })
})
