import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { documentSamples } from '../gallery/documents.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { harmless, macroFolder, makeOdt, makePdf, makePpt, pptAction } from './document-samples.ts'

const run = (filename: string, file: string | Buffer) =>
  reportOf(analyzer, { dataType: 'file', file, filename })

it('reports version, pages, title and author of a PDF', async () => {
  const pdf = makePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      '<< /Type /Page >>',
      '<< /Type /Page >>',
      '<< /Title (Plan) /Author <FEFF004100640061> >>',
    ],
    '/Root 1 0 R /Info 5 0 R',
  )
  expect((await run('a.pdf', pdf)).full).toMatchObject({
    version: '1.7',
    pages: 2,
    information: { Title: 'Plan', Author: 'Ada' },
    verdict: 'info',
  })
})

it('says that slides are encrypted instead of reading them', async () => {
  const { full } = await run('a.ppt', makePpt(Buffer.alloc(10), true))
  expect(full.findings).toMatchObject([{ id: 'document.encrypted' }])
})

it.each([
  ['a click', 0, 2, 'C:\\Windows\\System32\\mshta.exe', 'document.launch', 'suspicious'],
  ['the mouse over a shape', 1, 2, '\\\\192.0.2.7\\a\\b.exe', 'document.launch', 'suspicious'],
  ['a click on a macro', 0, 1, 'Go', 'document.macros-start', 'suspicious'],
  ['a click on the next slide', 0, 3, '', undefined, 'info'],
] as const)('says what %s in slides runs', async (_, instance, action, name, id, verdict) => {
  const { full } = await run('a.ppt', pptAction(action, name, instance))
  const names = (full.findings as { id: string; explanation: string }[]).filter(
    (found) => found.id === 'document.launch' || found.id === 'document.macros-start',
  )
  expect(names.map((found) => found.id)).toEqual(id === undefined ? [] : [id])
  expect(names.every(({ explanation }) => explanation.includes(name))).toBe(true)
  expect(full.verdict).toBe(verdict)
})

it('names the program and its arguments that a cell starts', async () => {
  const { full } = await run('a.csv', "a,b\r\n=1+cmd|'/c calc.exe'!A1,2\r\n")
  expect(full.findings).toMatchObject([
    { id: 'document.dde', parameters: { command: 'cmd /c calc.exe' } },
  ])
})

describe('ordinary tables and documents', () => {
  it.each([
    ['a.csv', 'name;sum\r\na|b;=A1+B2\r\n-5;+41 1 2\r\n@ada;"=SUM(A1:A3)"\r\nx|y!z;1\r\n'],
    ['a.tsv', 'a\tb|c\n-1\t2\n'],
    [
      'a.slk',
      'ID;PWXL;N;E\r\nP;PGeneral\r\nO;L;D;V0;K47;G100 0.001\r\nC;Y1;X1;K1\r\nC;K2;ESUM(R1C1)\r\nE\r\n',
    ],
    [
      'a.odt',
      makeOdt({ 'content.xml': '<o><text:a xlink:href="https://example.org/">x</text:a></o>' }),
    ],
    [
      'a.odt',
      makeOdt({ 'Basic/Standard/M.xml': '<script:module>Sub A\n x = 1\nEnd Sub</script:module>' }),
    ],
    ['a.ppt', makePpt(makeCompoundFile({ VBA: macroFolder({ Module1: harmless }) }))],
    [
      'a.xml',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Cell ss:Formula="=SUM(R1C1)"/></Workbook>',
    ],
  ])('are not flagged: %s %#', async (name, file) => {
    const { full } = await run(name, file)
    expect([full.isDocument, full.verdict]).toEqual([true, 'info'])
  })
})

describe('hostile ones', () => {
  const names = ['prices.csv', 'old.slk', 'book.xml', 'binary.xlsb', 'letter.odt', 'slides.ppt']
  it.each(documentSamples().filter(({ filename }) => names.includes(filename)))(
    'that are a damaged $filename are read or refused readably',
    async ({ filename, content }) => {
      await fc.assert(
        fc.asyncProperty(damagedFile(content), async (file) => {
          const { runAnalyzer } = await import('../kit/try.ts')
          const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename })
          if (!report.success) expect(report.errorMessage).toMatch(/^The document is corrupt/)
        }),
        { numRuns: 40 },
      )
    },
  )

  it.each([
    ['a.csv', (count: number) => '=a|'.repeat(count)],
    ['a.csv', (count: number) => `${'='.repeat(2 * count)}\n${',=+-@'.repeat(count)}`],
    ['a.slk', (count: number) => `ID;P\n${'C;E'.repeat(count)}`],
    ['a.slk', (count: number) => `ID;P\n${'C;EEXEC("a")\n'.repeat(count)}`],
  ])('take time in proportion to their length: %s %#', async (name, textOf) => {
    const documentOf = (times: number) => textOf(40_000 * times)
    expect(await growth(documentOf, (text) => run(name, text))).toBeLessThan(nearlyLinear)
  })
})

it.each([
  ['another PDF beside it', '(part2.pdf)', 'document.launch-document', 'info'],
  [
    'a PDF that is named twice',
    '<< /F (part2.pdf) /UF (part2.pdf) >>',
    'document.launch-document',
    'info',
  ],
  [
    'a program that is given a PDF',
    '<< /F (cmd.exe) /P (/c a.pdf) >>',
    'document.launch',
    'suspicious',
  ],
  ['a PDF on a share', '(\\\\\\\\192.0.2.7\\\\a.pdf)', 'document.launch', 'suspicious'],
  ['a program named like a PDF', '(a.pdf.exe)', 'document.launch', 'suspicious'],
])('judges a PDF that opens %s', async (_, target, id, verdict) => {
  const { full } = await run('a.pdf', makePdf([`<< /S /Launch /F ${target} >>`]))
  expect((full.findings as { id: string }[]).map((found) => found.id)).toContain(id)
  expect(full.verdict).toBe(verdict)
})

it('reads the names of sheets as Excel 5 wrote them', async () => {
  const start = Buffer.from('0908080000050500bb0dcc07', 'hex')
  const name = Buffer.from('Macro1', 'latin1')
  const sheet = Buffer.concat([
    Buffer.from([0x85, 0, 7 + name.length, 0, 0, 0, 0, 0, 0, 1, name.length]),
    name,
  ])
  const book = Buffer.concat([
    start,
    sheet,
    Buffer.from('0a000000fc006810', 'hex'),
    Buffer.alloc(4_200),
  ])
  const { full } = await run('a.xls', makeCompoundFile({ Book: book }))
  expect(full.findings).toMatchObject([
    { id: 'document.excel4', parameters: { sheet: '"Macro1"' } },
  ])
})
