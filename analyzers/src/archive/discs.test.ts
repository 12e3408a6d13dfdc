import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { diskOf, fatVolume } from '../formats/disk/disk-samples.ts'
import { makeUdf } from '../formats/disk/udf-sample.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { makeIso } from './archive-samples.ts'

const script = Buffer.from('start powershell -w hidden')
const readme = Buffer.from('Thank you for your order')

async function open(file: Buffer) {
  const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'disc.iso' })
  if (!report.success) throw new Error(report.errorMessage)
  const full = report.full as { form: string; incomplete?: string[]; findings: { id: string }[] }
  return { ...full, files: report.files, ids: full.findings.map(({ id }) => id) }
}

describe('a disc', () => {
  it('with UDF alone is opened', async () => {
    const large = Buffer.alloc(5_000, 'x')
    const { form, files, incomplete } = await open(makeUdf({ 'Größe.pdf.js': script, a: large }))
    expect(form).toBe('udf')
    expect(files).toEqual({ 'Größe.pdf.js': script, a: large })
    expect(incomplete).toBeUndefined()
  })

  it('with UDF and ISO 9660 shows what lies in either of them', async () => {
    const disc = makeIso('README.TXT', readme)
    const { form, files, ids, incomplete } = await open(
      makeUdf({ 'Bill.pdf.js': script }, { disc }),
    )
    expect(form).toBe('iso')
    expect(files).toEqual({ 'Bill.pdf.js': script, 'README.TXT': readme })
    expect(ids).toContain('archive.name-double')
    expect(incomplete).toBeUndefined()
  })

  it.each([
    ['the same file in both, which is listed once', readme, 1],
    ['another file of the same size', Buffer.from(readme).reverse(), 2],
  ])('has %s', async (_, content, count) => {
    const disc = makeIso('README.TXT', readme)
    const { files } = await open(makeUdf({ 'Read me.txt': content }, { disc }))
    expect(Object.keys(files)).toHaveLength(count)
  })

  it.each([
    [
      'of a kind that is not read',
      'partition type',
      (disc: Buffer) => makeUdf({}, { disc, map: 2 }),
    ],
    [
      'that is damaged',
      'UDF',
      (disc: Buffer) => makeUdf({ a: script }, { disc }).fill(0, 256 * 2048, 260 * 2048),
    ],
  ])('with a UDF part %s says so, and shows the rest', async (_, reason, make) => {
    const { files, incomplete } = await open(make(makeIso('README.TXT', readme)))
    expect(incomplete).toEqual([expect.stringContaining(reason)])
    expect(files).toEqual({ 'README.TXT': readme })
  })

  it('with HFS+ and ISO 9660 says that one of them was not examined', async () => {
    const disc = makeIso('README.TXT', readme)
    disc.write('H+\0\x04', 1024, 'latin1')
    expect((await open(disc)).incomplete).toEqual([expect.stringContaining('HFS+')])
  })

  it('that is damaged anywhere gives a report, and only reads what is there', async () => {
    const sound = makeUdf({ 'a.js': script }, { disc: makeIso('A.TXT', readme) })
    const at = fc.integer({ min: 256 * 2048, max: sound.length - 1 })
    await fc.assert(
      fc.asyncProperty(damagedFile(sound, { at, isOftenWhole: true }), async (file) => {
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
        expect(report).toMatchObject({ success: true })
      }),
      { numRuns: 25 },
    )
  })
})

it.each([
  [17, undefined],
  [18, ['folders more than 16 levels deep']],
])('files %i folders deep on a disk are examined, or said not to be', async (depth, incomplete) => {
  const folder = Array.from({ length: depth - 1 }, (_, at) => `d${at}`).join('/')
  const report = await open(diskOf(fatVolume({ 'a.txt': readme }, folder)))
  expect(report.incomplete?.slice(0, 1)).toEqual(incomplete)
})
