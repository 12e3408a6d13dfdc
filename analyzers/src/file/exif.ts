/** Camera, time and location of a photo. Our own reader: bounded at every step. */
export interface ImageFacts {
  readonly fields: Readonly<Record<string, string>>
  readonly position: { readonly latitude: number; readonly longitude: number } | undefined
  readonly comments: readonly string[]
}

const names = new Map([
  [0x010e, 'description'],
  [0x010f, 'make'],
  [0x0110, 'model'],
  [0x0131, 'software'],
  [0x0132, 'changed'],
  [0x013b, 'artist'],
  [0x8298, 'copyright'],
  [0x9003, 'taken'],
  [0x9004, 'digitized'],
  [0x9011, 'timeZone'],
  [0xa420, 'imageId'],
  [0xa430, 'owner'],
  [0xa431, 'serialNumber'],
  [0xa434, 'lens'],
])
const subDirectories = new Set([0x8769, 0x8825])
const maxEntries = 200
const maxDirectories = 8
const maxSegments = 1_000
const longestText = 500

export function readImage(head: Buffer): ImageFacts | undefined {
  const found = partsOf(head)
  if (!found) return undefined
  const facts = found.tiff ? readTiff(found.tiff) : { fields: {}, position: undefined }
  return { ...facts, comments: found.comments }
}

interface Parts {
  readonly tiff: Buffer | undefined
  readonly comments: readonly string[]
}

function partsOf(head: Buffer): Parts | undefined {
  if (head.length < 16) return undefined
  if (head[0] === 0xff && head[1] === 0xd8) return jpegParts(head)
  const start = head.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return pngParts(head)
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return riffParts(head)
  return isTiff(head) ? { tiff: head, comments: [] } : undefined
}

const isTiff = (bytes: Buffer) =>
  ['49492a00', '4d4d002a'].includes(bytes.subarray(0, 4).toString('hex'))

function jpegParts(head: Buffer): Parts {
  const comments: string[] = []
  let tiff: Buffer | undefined
  let at = 2
  for (let count = 0; count < maxSegments && at + 4 <= head.length; count += 1) {
    const marker = head[at + 1] ?? 0
    if (head[at] !== 0xff || marker === 0xda) break
    const length = head.readUInt16BE(at + 2)
    const segment = head.subarray(at + 4, at + 2 + length)
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      tiff ??= segment.subarray(6)
    if (marker === 0xfe && comments.length < 10) comments.push(shown(segment))
    at += 2 + length
  }
  return { tiff, comments }
}

function pngParts(head: Buffer): Parts {
  const comments: string[] = []
  let tiff: Buffer | undefined
  let at = 8
  for (let count = 0; count < maxSegments && at + 8 <= head.length; count += 1) {
    const length = head.readUInt32BE(at)
    const type = head.toString('latin1', at + 4, at + 8)
    const chunk = head.subarray(at + 8, at + 8 + length)
    if (type === 'eXIf') tiff ??= chunk
    if (type === 'tEXt' && comments.length < 10) comments.push(shown(chunk).replace('\0', ': '))
    if (type === 'IEND') break
    at += 12 + length
  }
  return { tiff, comments }
}

function riffParts(head: Buffer): Parts {
  let at = 12
  for (let count = 0; count < maxSegments && at + 8 <= head.length; count += 1) {
    const length = head.readUInt32LE(at + 4)
    const chunk = head.subarray(at + 8, at + 8 + length)
    if (head.toString('latin1', at, at + 4) === 'EXIF') {
      const isPrefixed = chunk.toString('latin1', 0, 4) === 'Exif'
      return { tiff: isPrefixed ? chunk.subarray(6) : chunk, comments: [] }
    }
    at += 8 + length + (length & 1)
  }
  return { tiff: undefined, comments: [] }
}

function readTiff(tiff: Buffer): Omit<ImageFacts, 'comments'> {
  if (tiff.length < 8 || !isTiff(tiff)) return { fields: {}, position: undefined }
  const isLittle = tiff[0] === 0x49
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const fields: Record<string, string> = {}
  const gps = new Map<number, Buffer>()
  const waiting: [offset: number, isGps: boolean][] = [[long(4), false]]
  const seen = new Set<number>()
  // A directory may name itself as the next one, so each is read once.
  for (let next = waiting.pop(); next && seen.size < maxDirectories; next = waiting.pop()) {
    const [offset, isGps] = next
    if (seen.has(offset) || offset + 2 > tiff.length) continue
    seen.add(offset)
    const count = Math.min(short(offset), maxEntries)
    for (let index = 0; index < count; index += 1) {
      const at = offset + 2 + index * 12
      if (at + 12 > tiff.length) break
      const tag = short(at)
      if (subDirectories.has(tag)) waiting.push([long(at + 8), tag === 0x8825])
      const size = long(at + 4) * ([0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8][short(at + 2)] ?? 0)
      const start = size <= 4 ? at + 8 : long(at + 8)
      const value = tiff.subarray(start, start + Math.min(size, 4096))
      if (isGps) gps.set(tag, value)
      const name = names.get(tag)
      if (!isGps && name && value.length > 0) fields[name] = shown(value)
    }
  }
  return { fields, position: positionOf(gps, isLittle) }
}

function positionOf(gps: ReadonlyMap<number, Buffer>, isLittle: boolean) {
  const degrees = (tag: number) => {
    const value = gps.get(tag)
    if (value?.length !== 24) return Number.NaN
    const part = (at: number) =>
      isLittle
        ? value.readUInt32LE(at) / value.readUInt32LE(at + 4)
        : value.readUInt32BE(at) / value.readUInt32BE(at + 4)
    return part(0) + part(8) / 60 + part(16) / 3600
  }
  const sign = (tag: number, negative: string) =>
    gps.get(tag)?.toString('latin1', 0, 1) === negative ? -1 : 1
  const latitude = Math.round(degrees(2) * sign(1, 'S') * 1e5) / 1e5
  const longitude = Math.round(degrees(4) * sign(3, 'W') * 1e5) / 1e5
  const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isPlace ? { latitude, longitude } : undefined
}

const shown = (bytes: Buffer) => bytes.toString('utf8', 0, longestText).replace(/[\0 ]{1,500}$/, '')
