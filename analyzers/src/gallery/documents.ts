import {
  binaryDde,
  dropper,
  macroFolder,
  makeDoc,
  makeDocx,
  makeOdt,
  makePdf,
  makePpt,
  makeRtf,
  makeXlsx,
  nativeStream,
  relationships,
  rtfObject,
} from '../document/document-samples.ts'
import { makePe } from '../executable/program-samples.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { phishing } from '../mail/mail-samples.ts'
import { type Sample, sample } from './sample.ts'

export const documentSamples = (): Sample[] => [
  sample(
    'form.pdf',
    'a PDF with a script',
    'document.script-starts',
    makePdf([
      '<< /Type /Catalog /OpenAction 2 0 R >>',
      '<< /S /JavaScript /JS (app.alert\\(1\\)) >>',
    ]),
  ),
  sample(
    'start.pdf',
    'a PDF that starts a program',
    'document.launch',
    makePdf(['<< /Type /Catalog /OpenAction 2 0 R >>', '<< /S /Launch /F (calc.exe) >>']),
  ),
  sample(
    'letter.doc',
    'macros that download',
    'document.macros-download',
    makeDoc({ Macros: { VBA: macroFolder({ ThisDocument: dropper }) } }),
  ),
  sample(
    'package.doc',
    'a program in a document',
    'document.embedded-program',
    makeDoc({
      ObjectPool: { _1: { '\x01Ole10Native': nativeStream('invoice.exe', Buffer.from('MZ')) } },
    }),
  ),
  sample(
    'template.docx',
    'a template from elsewhere',
    'document.external-template',
    makeDocx({
      'word/_rels/settings.xml.rels': relationships([
        'attachedTemplate',
        'http://files.example.invalid/t.dotm',
      ]),
    }),
  ),
  sample(
    'field.docx',
    'a field that starts a program',
    'document.dde',
    makeDocx({
      'word/document.xml':
        '<w:document><w:instrText>DDEAUTO c:\\windows\\system32\\cmd.exe "/c calc"</w:instrText></w:document>',
    }),
  ),
  sample(
    'sheet.xlsx',
    'a sheet of Excel 4 macros',
    'document.excel4',
    makeXlsx({ 'xl/macrosheets/sheet1.xml': '<x/>' }),
  ),
  sample(
    'equation.rtf',
    'an equation of the old editor',
    'document.equation',
    makeRtf(rtfObject('Equation.3', Buffer.alloc(64, 1))),
  ),
  sample(
    'prices.csv',
    'a cell that starts a program',
    'document.dde',
    `name,price\r\n"a",1\r\n=cmd|'/c calc'!A0,2\r\n`,
  ),
  sample(
    'old.slk',
    'Excel 4 macros as text',
    'document.excel4',
    `ID;P\r\nO;E\r\nNN;NAuto_open;ER1C1\r\nC;X1;Y1;K0;EEXEC("calc.exe")\r\nE\r\n`,
  ),
  sample(
    'book.xml',
    'a workbook of 2003',
    'document.dde',
    `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Cell ss:Formula="=cmd|'/c calc'!A1"/></Workbook>`,
  ),
  sample(
    'binary.xlsb',
    'the same in a binary workbook',
    'document.dde',
    makeXlsx({ 'xl/externalLinks/externalLink1.bin': binaryDde('cmd', '/c calc') }),
  ),
  sample(
    'letter.odt',
    'macros of LibreOffice',
    'document.macros-start',
    makeOdt({
      'content.xml':
        '<office:document-content><script:event-listener script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic"/></office:document-content>',
      'Basic/Standard/Module1.xml':
        '<script:module script:name="Module1">Sub Main\n Shell("calc")\nEnd Sub</script:module>',
    }),
  ),
  sample(
    'slides.ppt',
    'macros in slides',
    'document.macros-download',
    makePpt(makeCompoundFile({ VBA: macroFolder({ Module1: dropper }) })),
  ),
  sample('phishing.eml', 'a mail that shows another sender', 'mail.sender-name', phishing),
  sample(
    'invoice.zip',
    'a double ending in an archive',
    'archive.name-double',
    makeZip({ 'invoice.pdf.exe': Buffer.from('MZ') }),
  ),
  sample(
    'outside.zip',
    'a member that leaves its folder',
    'archive.path-outside',
    makeZip({ '../../etc/cron.d/x': 'hello' }),
  ),
  sample(
    'inject.exe',
    'a program that writes into others',
    'executable.injection',
    makePe({ imports: { 'KERNEL32.dll': ['WriteProcessMemory', 'CreateRemoteThread'] } }),
  ),
  sample('photo.jpg', 'a program with the name of a picture', 'file.extension', makePe()),
]
