import { imageSize } from '../qr/image-size.ts'
import type { Resolve } from './pdf-object.ts'
import { decodeStream } from './pdf-streams.ts'
import { type Dictionary, isDictionary, nameOf, type Value } from './pdf-values.ts'
import { addProblem, type Report } from './report.ts'

export interface PdfImage {
  readonly dictionary: Dictionary
  readonly raw: Buffer
}

const maxImages = 500
const maxDecoded = 64 * 1024 * 1024
const smallest = 42
/** Image compressions that are not decoded here. */
const closed = new Set([
  'JPXDecode',
  'CCITTFaxDecode',
  'CCF',
  'JBIG2Decode',
  'LZWDecode',
  'LZW',
  'RunLengthDecode',
  'RL',
])
const jpeg = new Set(['DCTDecode', 'DCT'])

const listOf = (value: Value | undefined): readonly (Value | undefined)[] =>
  Array.isArray(value) ? value : [value]

/** Images of the pages, which may contain QR codes. */
export function addImages(report: Report, images: readonly PdfImage[], resolve: Resolve): void {
  if (images.length > maxImages)
    addProblem(report, `only ${maxImages} of its images were searched for QR codes`)
  const unread = new Map<string, number>()
  for (const [index, image] of images.slice(0, maxImages).entries()) {
    const { dictionary, raw } = image
    const number = (key: string, short: string) => {
      const value = resolve(dictionary.get(key) ?? dictionary.get(short) ?? null)?.value
      return typeof value === 'number' ? value : 0
    }
    const [width, height] = [number('Width', 'W'), number('Height', 'H')]
    if (width < smallest || height < smallest || width * height > 100_000_000) continue
    const filters = listOf(resolve(dictionary.get('Filter') ?? dictionary.get('F') ?? null)?.value)
      .map(nameOf)
      .filter((name) => name !== '')
    const where = `image ${index + 1}`
    const shut = filters.find((name) => closed.has(name))
    if (shut !== undefined) {
      unread.set(shut, (unread.get(shut) ?? 0) + 1)
      continue
    }
    const last = filters.at(-1) ?? ''
    if (jpeg.has(last)) {
      const content = jpegOf(dictionary, raw, filters)
      const size = content && imageSize(content)
      // Its own header counts: what the PDF says of it may be anything.
      report.pictures.push({
        where,
        width: size?.width ?? width,
        height: size?.height ?? height,
        form: 'file',
        load: () => (size ? content : undefined),
      })
      continue
    }
    const bits = number('BitsPerComponent', 'BPC') || 1
    report.pictures.push({
      where,
      width,
      height,
      form: 'grey',
      load: () => greyOf(image, { width, height, bits }, resolve),
    })
  }
  for (const [filter, count] of unread)
    addProblem(
      report,
      `${count} ${count === 1 ? 'image' : 'images'} (${filter}) not searched for QR codes`,
    )
}

/** The packings around it undone. */
function jpegOf(
  dictionary: Dictionary,
  raw: Buffer,
  filters: readonly string[],
): Buffer | undefined {
  if (filters.length === 1) return raw
  const filter = listOf(dictionary.get('Filter') ?? dictionary.get('F')).slice(0, -1)
  return decodeStream(new Map([['Filter', filter as Value]]), raw, maxDecoded)
}

interface Size {
  readonly width: number
  readonly height: number
  readonly bits: number
}

/** Grey values of an image that is stored as it is, or deflated. */
function greyOf({ dictionary, raw }: PdfImage, { width, height, bits }: Size, resolve: Resolve) {
  const unpacked = decodeStream(dictionary, raw, maxDecoded)
  if (!unpacked || ![1, 2, 4, 8].includes(bits)) return undefined
  const color = colorOf(dictionary, resolve)
  const rowLength = Math.ceil((width * color.parts * bits) / 8)
  const data = withoutPredictor(
    dictionary,
    unpacked,
    { rowLength, distance: Math.max(1, (color.parts * bits) >> 3) },
    resolve,
  )
  if (!data || data.length < rowLength * height) return undefined
  const out = new Uint8Array(width * height)
  const most = (1 << bits) - 1
  const decode = listOf(resolve(dictionary.get('Decode') ?? dictionary.get('D') ?? null)?.value)
  const isInverted = decode[0] === 1 && decode[1] === 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0
      for (let part = 0; part < color.parts; part += 1) {
        const at = (x * color.parts + part) * bits
        const byte = data[y * rowLength + (at >> 3)] ?? 0
        sum += (byte >> (8 - bits - (at & 7))) & most
      }
      const value = color.palette
        ? (color.palette[Math.round(sum)] ?? 255)
        : (sum * 255) / (most * color.parts)
      out[y * width + x] = isInverted !== color.isInk ? 255 - value : value
    }
  return out
}

interface Color {
  readonly parts: number
  /** More of it is darker. */
  readonly isInk: boolean
  /** Grey values by number. */
  readonly palette?: readonly number[]
}

const plain = new Map<string, Color>([
  ['DeviceRGB', { parts: 3, isInk: false }],
  ['RGB', { parts: 3, isInk: false }],
  ['CalRGB', { parts: 3, isInk: false }],
  ['Lab', { parts: 3, isInk: false }],
  ['DeviceCMYK', { parts: 4, isInk: true }],
  ['CMYK', { parts: 4, isInk: true }],
  ['Separation', { parts: 1, isInk: true }],
])
const grey: Color = { parts: 1, isInk: false }

function colorOf(dictionary: Dictionary, resolve: Resolve): Color {
  return spaceOf(dictionary.get('ColorSpace') ?? dictionary.get('CS') ?? null, resolve, 0)
}

function spaceOf(given: Value, resolve: Resolve, depth: number): Color {
  const value = resolve(given)?.value ?? null
  if (!Array.isArray(value)) return plain.get(nameOf(value)) ?? grey
  const name = nameOf(resolve(value[0] ?? null)?.value)
  if (name === 'ICCBased') {
    const profile = resolve(value[1] ?? null)?.value
    const parts = profile && isDictionary(profile) ? profile.get('N') : undefined
    return parts === 3 ? { parts, isInk: false } : parts === 4 ? { parts, isInk: true } : grey
  }
  if ((name !== 'Indexed' && name !== 'I') || depth > 2) return plain.get(name) ?? grey
  const base = spaceOf(value[1] ?? null, resolve, depth + 1)
  const table = resolve(value[3] ?? null)
  const bytes =
    typeof table?.value === 'string'
      ? Buffer.from(table.value, 'latin1')
      : table?.stream && isDictionary(table.value)
        ? decodeStream(table.value, table.stream, 4096)
        : undefined
  if (!bytes) return grey
  const palette = Array.from({ length: Math.floor(bytes.length / base.parts) }, (_, at) => {
    const parts = [...bytes.subarray(at * base.parts, (at + 1) * base.parts)]
    const mean = parts.reduce((sum, part) => sum + part, 0) / base.parts
    return base.isInk ? 255 - mean : mean
  })
  return { parts: 1, isInk: false, palette }
}

interface Rows {
  readonly rowLength: number
  /** Bytes from one pixel to the next. */
  readonly distance: number
}

function withoutPredictor(
  dictionary: Dictionary,
  data: Buffer,
  { rowLength, distance }: Rows,
  resolve: Resolve,
): Buffer | undefined {
  const parameters = listOf(
    resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP') ?? null)?.value,
  )
    .map((one) => resolve(one ?? null)?.value)
    .find((one): one is Dictionary => one !== undefined && isDictionary(one))
  const predictor = parameters?.get('Predictor')
  if (typeof predictor !== 'number' || predictor < 2) return data
  if (predictor < 10) return undefined
  const rows = Math.floor(data.length / (rowLength + 1))
  const out = Buffer.alloc(rows * rowLength)
  for (let y = 0; y < rows; y += 1) {
    const kind = data[y * (rowLength + 1)] ?? 0
    for (let x = 0; x < rowLength; x += 1) {
      const at = y * rowLength + x
      const left = x >= distance ? (out[at - distance] as number) : 0
      const above = y > 0 ? (out[at - rowLength] as number) : 0
      const corner = x >= distance && y > 0 ? (out[at - rowLength - distance] as number) : 0
      const guess =
        kind === 1
          ? left
          : kind === 2
            ? above
            : kind === 3
              ? (left + above) >> 1
              : kind === 4
                ? nearest(left, above, corner)
                : 0
      out[at] = ((data[y * (rowLength + 1) + 1 + x] as number) + guess) & 255
    }
  }
  return out
}

function nearest(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  return a <= b && a <= c ? left : b <= c ? above : corner
}
