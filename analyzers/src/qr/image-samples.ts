import { crc32, deflateSync } from 'node:zlib'
import jpeg from 'jpeg-js'
import encodeQR from 'qr'

/** Grey values, row by row. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
}

export function qrPicture(text: string, scale = 4): Picture {
  const modules = encodeQR(text, 'raw', { border: 4 })
  const width = modules.length * scale
  const pixels = Uint8Array.from({ length: width * width }, (_, at) => {
    const [x, y] = [Math.floor((at % width) / scale), Math.floor(at / width / scale)]
    return modules[y]?.[x] ? 0 : 255
  })
  return { width, height: width, pixels }
}

/** On a white ground, from left to right. */
export function sideBySide(...pictures: Picture[]): Picture {
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0)
  const height = Math.max(...pictures.map((picture) => picture.height))
  const pixels = new Uint8Array(width * height).fill(255)
  let left = 0
  for (const picture of pictures) {
    for (let y = 0; y < picture.height; y += 1)
      pixels.set(
        picture.pixels.subarray(y * picture.width, (y + 1) * picture.width),
        y * width + left,
      )
    left += picture.width
  }
  return { width, height, pixels }
}

export function toPng({ width, height, pixels }: Picture): Buffer {
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y += 1)
    rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  return pngOf(width, height, deflateSync(rows))
}

export function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const empty = Buffer.alloc(0)
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', empty),
  ])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export function toJpeg({ width, height, pixels }: Picture): Buffer {
  const data = Buffer.alloc(width * height * 4, 255)
  for (const [at, grey] of pixels.entries()) data.fill(grey, at * 4, at * 4 + 3)
  return jpeg.encode({ width, height, data }, 70).data
}

type Ink = 'adobe' | 'plain'

/**
 * As printers take it, four inks of one value for each block of 8 by 8, so the image must be scaled by
 * eight. Adobe stores inverted values and says so; others store plain ones.
 */
export function toCmykJpeg(
  { width, height, pixels }: Picture,
  ink: Ink,
  dark = [0, 0, 0, 1],
): Buffer {
  const segment = (mark: number, ...body: number[]) =>
    Buffer.from([0xff, mark, (body.length + 2) >> 8, (body.length + 2) & 255, ...body])
  let bits = ''
  const before = [0, 0, 0, 0]
  for (let y = 0; y < height; y += 8)
    for (let x = 0; x < width; x += 8)
      for (const [part, share] of dark.entries()) {
        const there = (255 - (pixels[y * width + x] ?? 255)) * share
        const value = (ink === 'adobe' ? 255 - there : there) - 128
        const change = value - (before[part] ?? 0)
        before[part] = value
        const size = change === 0 ? 0 : 32 - Math.clz32(Math.abs(change))
        const low = change < 0 ? change + 2 ** size - 1 : change
        const rest = size === 0 ? '' : low.toString(2).padStart(size, '0')
        // The change of the mean, then the end of the block.
        bits += `${size.toString(2).padStart(4, '0')}${rest}0`
      }
  const data = (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '1'), 2))
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...(ink === 'adobe' ? [segment(0xee, ...Buffer.from('Adobe\0d\0\0\0\0\0', 'latin1'))] : []),
    segment(0xdb, 0, ...Array(64).fill(8)),
    segment(
      0xc0,
      ...[8, height >> 8, height & 255, width >> 8, width & 255, 4],
      ...[1, 2, 3, 4].flatMap((id) => [id, 0x11, 0]),
    ),
    segment(0xc4, 0, 0, 0, 0, 9, ...Array(12).fill(0), 0, 1, 2, 3, 4, 5, 6, 7, 8),
    segment(0xc4, 0x10, 1, ...Array(15).fill(0), 0),
    segment(0xda, 4, ...[1, 2, 3, 4].flatMap((id) => [id, 0]), 0, 63, 0),
    Buffer.from(data.flatMap((byte) => (byte === 255 ? [255, 0] : [byte]))),
    Buffer.from([0xff, 0xd9]),
  ])
}
