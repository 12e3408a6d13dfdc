import { deflateRawSync, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import {
  dropper,
  harmless,
  macroFolder,
  makeDoc,
  makeDocx,
  makePdf,
  makeRtf,
  nativeStream,
  packageOf,
  packedObjects,
  program,
  relationships,
  rtfObject,
} from './document-samples.ts'

describe('hostile documents', () => {
  const bomb = deflateSync(Buffer.alloc(4_000_000))
  const largeBomb = deflateSync(Buffer.alloc(17_000_000))
  /** The smaller number is beyond the limit already, so more of them cost hardly more. */
  const bombs = (times: number) => (times === 1 ? 20 : 500)
  const many = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, n) => make(n))
  const part = Buffer.alloc(17_000_000)
  const packedPart = deflateRawSync(part)
  const pdfOf = (unit: string, count: number) => Buffer.from(`%PDF-1.7\n${unit.repeat(count)}`)
  const readReadably = async (file: Buffer) => {
    const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
    if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
  }

  it.each<[string, (times: number) => Buffer]>([
    [
      'deep lists',
      (times) => makePdf([`${'['.repeat(2_500 * times)}${']'.repeat(2_500 * times)}`]),
    ],
    ['deep dictionaries', (times) => makePdf([`${'<</A '.repeat(2_500 * times)}`])],
    ['lists of many numbers', (times) => makePdf([`[${'1 '.repeat(50_000 * times)}]`])],
    ['objects that never close', (times) => pdfOf('1 0 obj (', 5_000 * times)],
    ['objects that never begin', (times) => pdfOf(' obj', 20_000 * times)],
    ['streams that never end', (times) => pdfOf('1 0 obj <<>> stream ', 10_000 * times)],
    [
      'bombs as objects',
      (times) =>
        makePdf(
          many(bombs(times), () => ({
            dictionary: '/Type /ObjStm /N 9 /First 9 /Filter /FlateDecode',
            stream: bomb,
          })),
        ),
    ],
    [
      // Above the 16 MB that one object may unpack to.
      'bombs larger than an object may be',
      (times) =>
        makePdf(
          many(4 * times, () => ({
            dictionary: '/Type /ObjStm /N 9 /First 9 /Filter /FlateDecode',
            stream: largeBomb,
          })),
        ),
    ],
    [
      'relationships without end',
      (times) => makeDocx({ 'word/_rels/a.rels': '<Relationship '.repeat(25_000 * times) }),
    ],
    ['many objects in RTF', (times) => makeRtf('{\\objdata 01'.repeat(10_000 * times))],
    ['deep groups in RTF', (times) => makeRtf(`\\objdata ${'{'.repeat(2_500 * times)}`)],
    [
      'a macro that is one long word',
      (times) =>
        makeDoc({
          Macros: { VBA: macroFolder({ A: `Attribute ${'a_'.repeat(25_000 * times)}` }) },
        }),
    ],
  ])('with %s take time in proportion to them', async (_, fileOf) => {
    expect(await growth(fileOf, readReadably)).toBeLessThan(nearlyLinear)
  })

  it('with bombs as files are unpacked until 64 MB have come out', async () => {
    const file = makePdf(
      many(1_000, (n) =>
        n < 500
          ? `<< /F (a${n}) /EF << /F ${n + 501} 0 R >> >>`
          : { dictionary: '/Filter /FlateDecode', stream: bomb },
      ),
    )
    const { artifacts, full } = await reportOf(analyzer, {
      dataType: 'file',
      file,
      filename: 'a.pdf',
    })
    expect(artifacts).toHaveLength(16)
    expect(full.problems).toEqual([
      'embedded file a16: unpacking failed, or larger than 3108864 bytes',
      'only 50 of its files, 64 MB in total, were extracted',
    ])
  })

  it.each([
    ['an object that names itself', makePdf(['<< /S /JavaScript /JS 1 0 R /EF << /F 1 0 R >> >>'])],
    ['a bomb as macros', makeDocx({ 'word/vbaProject.bin': Buffer.alloc(40_000_000) })],
    [
      'twenty bombs as parts',
      makeDocx(
        Object.fromEntries(
          many(20, (n) => [`word/_rels/${n}.rels`, { content: part, packed: packedPart }]),
        ),
      ),
    ],
  ])('with %s are read', async (_, file) => {
    await readReadably(file)
  })

  it.each([
    [
      'PDF',
      makePdf([
        '<< /OpenAction << /S /JavaScript /JS (x) >> >>',
        packedObjects({ 10: '<< /S /URI /URI <68747470> >>' }),
        '<< /F (a.exe) /EF << /F 4 0 R >> >>',
        { dictionary: '/Filter [/ASCII85Decode /FlateDecode]', stream: '87cUR~>' },
      ]),
    ],
    [
      'doc',
      makeDoc({
        Macros: { VBA: macroFolder({ A: dropper }) },
        O: { '\x01Ole10Native': nativeStream('a.exe', program) },
      }),
    ],
    [
      'docx',
      makeDocx({
        'word/vbaProject.bin': makeCompoundFile({ VBA: macroFolder({ A: harmless }) }),
        'word/_rels/a.rels': relationships(['frame', 'http://a.example/']),
      }),
    ],
    [
      'rtf',
      makeRtf(rtfObject('Package', packageOf('run.exe', program)), '{\\*\\template http://a}'),
    ],
  ])('that are a damaged %s are read or refused readably', async (_, sound) => {
    await fc.assert(fc.asyncProperty(damagedFile(sound, { isOftenWhole: true }), readReadably), {
      numRuns: 70,
    })
  })
})
