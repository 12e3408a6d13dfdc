export interface ImageSize {
  readonly format: 'PNG' | 'JPEG'
  readonly width: number
  readonly height: number
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export const looksLikeImage = (head: Buffer): boolean =>
  isPng(head) || (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff)

const isPng = (bytes: Buffer) => bytes.subarray(0, 8).equals(pngSignature)

/**
 * What the header promises, before anything is unpacked: a PNG of a few kilobytes can ask for
 * gigabytes. Undefined when the header is damaged.
 */
export function imageSize(bytes: Buffer): ImageSize | undefined {
  if (isPng(bytes)) {
    if (bytes.length < 24 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
    return { format: 'PNG', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  return jpegSize(bytes)
}

/** Images state where they end; a QR code in the missing part cannot be read. */
export const hasImageEnd = (bytes: Buffer): boolean =>
  isPng(bytes)
    ? bytes.includes('IEND')
    : // Inside of a picture these two bytes do not stand together: a zero is put between them.
      bytes.lastIndexOf(Buffer.from('ffd9', 'hex')) > bytes.lastIndexOf(Buffer.from('ffda', 'hex'))

/** Start-of-frame markers are C0 to CF without the tables (C4), extensions (C8) and arithmetic (CC). */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** The largest frame counts: a decoder may take the first or the last one. */
function jpegSize(bytes: Buffer): ImageSize | undefined {
  let largest: ImageSize | undefined
  let at = 2
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) {
      at = bytes.indexOf(0xff, at)
      if (at < 0) break
      continue
    }
    const marker = bytes[at + 1] as number
    const isAlone = marker === 0xff || marker === 0 || marker === 1 || (marker & 0xf8) === 0xd0
    if (isAlone || marker === 0xd8 || marker === 0xd9) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (isFrame(marker)) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      if (!largest || width * height > largest.width * largest.height)
        largest = { format: 'JPEG', width, height }
    }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return largest
}
