// A screenshot has few colors that matter: reduced to the 256 most frequent ones, it takes less than
// half the space and looks the same.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const maxColours = 256

interface Picture {
  width: number
  height: number
  /** Red, green and blue of each pixel as one number. */
  pixels: Uint32Array
}

/** Takes what browsers write: 8 bits, with or without alpha, not interlaced. */
export function shrinkPng(png: Buffer): Buffer {
  const picture = readPng(png)
  const { palette, indexOf } = choosePalette(picture.pixels)
  const { width, height, pixels } = picture
  const lines = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      lines[y * (width + 1) + 1 + x] = indexOf.get(pixels[y * width + x] ?? 0) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const shrunk = Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
  return shrunk.length < png.length ? shrunk : png
}

function readPng(png: Buffer): Picture {
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  const [bits, kind, , , interlaced] = png.subarray(24, 29)
  if (bits !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new Error(`Not a picture as browsers write it: ${bits} bits, colour type ${kind}`)
  const size = kind === 6 ? 4 : 3
  const bytes = unfilter(inflateSync(imageData(png)), width * size, height, size)
  const pixels = new Uint32Array(width * height)
  for (let i = 0; i < pixels.length; i += 1) {
    const at = i * size
    pixels[i] = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
  }
  return { width, height, pixels }
}

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

/** Each line was written as its difference to the pixel before, the line above, or both. */
function unfilter(lines: Buffer, stride: number, height: number, size: number): Uint8Array {
  const bytes = new Uint8Array(stride * height)
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (stride + 1)]
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x
      const left = x < size ? 0 : (bytes[at - size] ?? 0)
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0)
      const upLeft = x < size || y === 0 ? 0 : (bytes[at - stride - size] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter ?? 0] ?? 0
      bytes[at] = (lines[y * (stride + 1) + 1 + x] ?? 0) + guess
    }
  }
  return bytes
}

function paeth(left: number, up: number, upLeft: number): number {
  const guess = left + up - upLeft
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)]
  if (a <= b && a <= c) return left
  return b <= c ? up : upLeft
}

function choosePalette(pixels: Uint32Array) {
  const counts = new Map<number, number>()
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
  const colours = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
  const palette = colours.slice(0, maxColours)
  const indexOf = new Map(palette.map((colour, index) => [colour, index]))
  for (const colour of colours.slice(maxColours)) indexOf.set(colour, nearest(colour, palette))
  return { palette, indexOf }
}

function nearest(colour: number, palette: readonly number[]): number {
  const [r, g, b] = channels(colour)
  let best = 0
  let bestDistance = Number.POSITIVE_INFINITY
  for (const [index, candidate] of palette.entries()) {
    const [r2, g2, b2] = channels(candidate)
    const distance = (r - r2) ** 2 + (g - g2) ** 2 + (b - b2) ** 2
    if (distance >= bestDistance) continue
    best = index
    bestDistance = distance
  }
  return best
}

const channels = (colour: number): [number, number, number] => [
  colour >> 16,
  (colour >> 8) & 255,
  colour & 255,
]

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
