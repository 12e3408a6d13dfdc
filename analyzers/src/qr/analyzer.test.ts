import fc from 'fast-check'
import { expect, it } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { pngOf, qrPicture, sideBySide, toCmykJpeg, toJpeg, toPng } from './image-samples.ts'

const link = 'https://login.example.org/pay?id=7'

const read = (file: Uint8Array | string) =>
  reportOf(analyzer, { dataType: 'file', file, filename: 'image' })

it.each([
  ['PNG', toPng],
  ['JPEG', toJpeg],
])('reads the link in a %s', async (format, encode) => {
  const { full, taxonomies, artifacts } = await read(encode(qrPicture(link)))

  expect(full).toMatchObject({ format, codes: [{ text: link, kind: 'url' }] })
  expect(taxonomies).toEqual([
    { level: 'info', namespace: 'QR', predicate: 'Codes', value: 1 },
    { level: 'info', namespace: 'QR', predicate: 'Holds', value: 'url' },
  ])
  expect(artifacts).toMatchObject([{ dataType: 'url', data: link, message: 'in a QR code' }])
})

it.each(
  (['adobe', 'plain'] as const).flatMap((ink) =>
    [
      ['black', [0, 0, 0, 1]],
      ['all', [1, 1, 1, 1]],
      ['colors', [1, 1, 1, 0]],
      ['magenta', [0, 1, 0, 0]],
    ].map(([name, dark]) => [ink, name, dark as number[]] as const),
  ),
)('reads the link in a JPEG of inks (%s), printed in %s', async (ink, _, dark) => {
  const { full } = await read(toCmykJpeg(qrPicture(link, 8), ink, dark))
  expect(full).toMatchObject({ format: 'JPEG', codes: [{ text: link, kind: 'url' }] })
})

it('reads every code in an image, the inverted one too', async () => {
  const second = qrPicture('203.0.113.9', 6)
  const inverted = { ...second, pixels: second.pixels.map((grey) => 255 - grey) }
  const { artifacts } = await read(toPng(sideBySide(qrPicture(link), inverted)))

  expect(artifacts.map((found) => 'data' in found && found.data).toSorted()).toEqual([
    '203.0.113.9',
    link,
  ])
})

it.each([
  ['WIFI:T:WPA;S:guest;P:secret;;', 'wifi', []],
  ['BEGIN:VCARD\nFN:A\nEND:VCARD', 'contact', []],
  ['mailto:help@example.org?subject=x', 'mail', ['help@example.org']],
  ['otpauth://totp/x?secret=AAAA', 'one-time password', []],
  ['Table 7', 'text', []],
  ['hxxps://evil[.]example/x', 'url', ['https://evil.example/x']],
])('says that %j is %s', async (text, kind, data) => {
  const { full, artifacts } = await read(toPng(qrPicture(text)))

  expect(full.codes).toMatchObject([{ text, kind }])
  expect(artifacts).toMatchObject(data.map((value) => ({ data: value })))
})

it.each([
  ['an image without a code', toPng({ width: 50, height: 50, pixels: new Uint8Array(2500) })],
  ['a text', 'no image at all'],
  ['nothing', ''],
])('says nothing about %s', async (_, file) => {
  expect(await read(file)).toMatchObject({ taxonomies: [], artifacts: [] })
})

it.each([
  [
    'a PNG',
    pngOf(100_000, 100_000, Buffer.alloc(10)),
    '100000 × 100000 pixels; the limit is 40000000',
  ],
  ['a JPEG', hugeJpeg(), '65535 × 65535 pixels; the limit is 40000000'],
  ['a cut header', pngOf(9, 9, Buffer.alloc(0)).subarray(0, 20), 'image header is corrupt'],
  ['a cut body', toPng(qrPicture(link)).subarray(0, 80), 'The image could not be read'],
])('refuses %s before it is unpacked', async (_, file, message) => {
  expect(await runAnalyzer(analyzer, { dataType: 'file', file })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it.each([
  ['PNG', toPng(qrPicture(link, 2))],
  ['JPEG', toJpeg(qrPicture(link, 2))],
])('reads or refuses a damaged %s readably, and the next sound one as ever', async (_, sound) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { maxLength: 8 }),
      fc.integer({ min: 8, max: sound.length }),
      async (changes, length) => {
        const broken = Buffer.from(sound)
        for (const [at, byte] of changes) broken[at] = byte
        const file = broken.subarray(0, length)
        const report = await runAnalyzer(analyzer, { dataType: 'file', file })
        if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
      },
    ),
    { numRuns: 100 },
  )
  expect((await read(sound)).artifacts).toHaveLength(1)
})

/** A frame before the true one: the largest counts. */
function hugeJpeg(): Buffer {
  const sound = toJpeg(qrPicture('x', 1))
  const frame = Buffer.from('ffc0000b08ffffffff01011100', 'hex')
  return Buffer.concat([sound.subarray(0, 2), frame, sound.subarray(2)])
}
