import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { pdfWithImage } from '../gallery/office-tricks.ts'
import { reportOf } from '../kit/try.ts'
import { type Picture, qrPicture, toCmykJpeg, toJpeg } from '../qr/image-samples.ts'
import { analyzer } from './analyzer.ts'
import { makeDocx } from './document-samples.ts'
import { encryptAgile } from './encrypted-samples.ts'

const address = 'https://login.example.org/a'
const code = qrPicture(address)

const asRgb = ({ pixels }: Picture) =>
  Buffer.from([...pixels].flatMap((grey) => [grey, grey, grey]))
const asBits = ({ pixels, width, height }: Picture) => {
  const row = Math.ceil(width / 8)
  const out = Buffer.alloc(row * height)
  for (const [at, grey] of pixels.entries()) {
    const place = Math.floor(at / width) * row + ((at % width) >> 3)
    if (grey > 0) out[place] = (out[place] ?? 0) | (128 >> ((at % width) & 7))
  }
  return out
}
/** Each row with the previous one subtracted. */
const predicted = ({ pixels, width, height }: Picture) =>
  Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.from([
        2,
        ...pixels
          .subarray(y * width, (y + 1) * width)
          .map((grey, x) => grey - (y > 0 ? (pixels[(y - 1) * width + x] ?? 0) : 0)),
      ]),
    ),
  )

const ways: readonly (readonly [name: string, dictionary: string, stream: Buffer])[] = [
  ['JPEG', '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode', toJpeg(code)],
  [
    'JPEG, packed',
    '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /DCTDecode]',
    deflateSync(toJpeg(code)),
  ],
  [
    'grey',
    '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
    deflateSync(code.pixels),
  ],
  [
    'RGB',
    '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode',
    deflateSync(asRgb(code)),
  ],
  [
    'bits',
    '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode',
    deflateSync(asBits(code)),
  ],
  ['bits of a mask', '/ImageMask true /BitsPerComponent 1 /Decode [1 0]', asBits(code)],
  [
    'a palette',
    '/ColorSpace [/Indexed /DeviceRGB 1 <ffffff000000>] /BitsPerComponent 1 /Decode [0 1]',
    Buffer.from(asBits(code).map((byte) => ~byte)),
  ],
  [
    'rows that build upon each other',
    '/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1 >>',
    deflateSync(predicted(code)),
  ],
]

it.each(['adobe', 'plain'] as const)('a code in a CMYK JPEG (%s) of a PDF is read', async (ink) => {
  const large = qrPicture(address, 8)
  const dictionary = '/ColorSpace /DeviceCMYK /BitsPerComponent 8 /Filter /DCTDecode'
  const file = pdfWithImage({ ...large, dictionary, stream: toCmykJpeg(large, ink) })
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename: 'a.pdf' })
  expect(full.codes).toMatchObject([{ text: address, kind: 'url' }])
})

it.each(ways)('a code in an image of a PDF (%s) is read', async (_, dictionary, stream) => {
  const file = pdfWithImage({ ...code, dictionary, stream })
  const { full, artifacts } = await reportOf(analyzer, {
    dataType: 'file',
    file,
    filename: 'a.pdf',
  })
  expect(full.incomplete).toBeUndefined()
  expect(full.codes).toMatchObject([{ text: address, kind: 'url' }])
  expect(artifacts).toMatchObject([{ dataType: 'url', data: address }])
})

it.each(['JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode', 'LZWDecode'])(
  'an image that is packed by %s is declared as not searched',
  async (filter) => {
    const dictionary = `/ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /${filter}`
    const file = pdfWithImage({ ...code, dictionary, stream: Buffer.alloc(100, 1) })
    const { full } = await reportOf(analyzer, { dataType: 'file', file, filename: 'a.pdf' })
    expect(full.incomplete).toEqual([`1 image (${filter}) not searched for QR codes`])
  },
)

it.each([
  ['cut off', toJpeg(code).subarray(0, 100)],
  ['no image', Buffer.alloc(200, 7)],
])('an image that is %s is declared, too', async (_, stream) => {
  const file = pdfWithImage({ ...code, dictionary: '/Filter /DCTDecode', stream })
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename: 'a.pdf' })
  expect(full.incomplete).toEqual([
    'image 1 could not be decoded and was not searched for QR codes',
  ])
})

it('a document that another password opens stays closed, and says so', async () => {
  const file = encryptAgile(makeDocx(), 'another one')
  const { full } = await reportOf(analyzer, { dataType: 'file', file, filename: 'a.docx' })
  expect(full.incomplete).toEqual(['encrypted'])
})
