import { inflateRawSync } from 'node:zlib'
import { DamagedStream, inflateOf, TooMuch } from './inflate64.ts'
import { DamagedLzma, TooMuchLzma, unpackLzma } from './lzma.ts'

/** Its header or its stream cannot be read; the message says why. */
export class DamagedInstaller extends Error {}
/** More comes out of it than is allowed. */
export class TooMuchInstaller extends Error {}

export interface InstalledFile {
  /** Where it goes, as the script of the installer names it. */
  readonly path: string
  readonly packedSize: number
  read(maxBytes: number): Buffer
}

export interface NsisInstaller {
  readonly method: 'deflate' | 'lzma'
  readonly isSolid: boolean
  readonly isCutOff: boolean
  readonly files: Iterable<InstalledFile>
  /** All texts of its script: commands, addresses, names. */
  readonly texts: readonly string[]
}

const headLength = 28
const isPacked = 0x8000_0000
/** Of a stream that holds all files, which is unpacked as a whole. */
const maxSolid = 96 * 1024 * 1024
const maxHeader = 16 * 1024 * 1024
const maxFiles = 20_000

/** A setup program made with NSIS: a header with its script, and the files one after the other. */
export function readNsis(bytes: Buffer): NsisInstaller {
  const headerSize = bytes.readUInt32LE(20)
  const total = bytes.readUInt32LE(24)
  if (headerSize > maxHeader) throw new DamagedInstaller('header too large')
  const data = bytes.subarray(headLength, Math.max(headLength, Math.min(total, bytes.length)))
  if (data.length < 16) throw new DamagedInstaller('truncated')
  const isCutOff = total > bytes.length
  const solid = solidMethod(data)
  if (solid !== undefined) {
    const stream = unpacked(data, solid, maxSolid, isCutOff)
    if (stream.length < 4 + headerSize) throw new DamagedInstaller('header could not be unpacked')
    const header = stream.subarray(4, 4 + headerSize)
    const script = scriptOf(header)
    return {
      method: solid,
      isSolid: true,
      isCutOff,
      texts: script.texts,
      files: filesOf(stream.subarray(4 + headerSize), script.names, undefined),
    }
  }
  const packedHeader = (data.readUInt32LE(0) & ~isPacked) >>> 0
  const method = methodOf(data.subarray(4))
  const header = unpacked(data.subarray(4, 4 + packedHeader), method, maxHeader, false)
  const script = scriptOf(header)
  return {
    method,
    isSolid: false,
    isCutOff,
    texts: script.texts,
    files: filesOf(data.subarray(4 + packedHeader), script.names, method),
  }
}

type Method = 'deflate' | 'lzma'

const isLzma = (bytes: Buffer, at: number) =>
  bytes[at] === 0x5d && bytes[at + 1] === 0 && bytes[at + 2] === 0 && bytes[at + 5] === 0
const isFiltered = (bytes: Buffer) => (bytes[0] ?? 2) <= 1 && isLzma(bytes, 1)
const isBzip2 = (bytes: Buffer) => bytes[0] === 0x31 && (bytes[1] ?? 255) < 14

function methodOf(bytes: Buffer): Method {
  if (isLzma(bytes, 0) || isFiltered(bytes)) return 'lzma'
  if (isBzip2(bytes)) throw new DamagedInstaller('compressed with bzip2, which is not supported')
  return 'deflate'
}

/** Undefined when each file is packed separately: then the header size comes first. */
function solidMethod(data: Buffer): Method | undefined {
  if (isLzma(data, 0) || isFiltered(data)) return 'lzma'
  return data[3] === 0x80 ? undefined : methodOf(data)
}

function unpacked(packed: Buffer, method: Method, maxBytes: number, isCutOff: boolean): Buffer {
  try {
    return method === 'lzma' ? fromLzma(packed, maxBytes) : inflated(packed, maxBytes)
  } catch (error) {
    if (error instanceof TooMuchLzma || error instanceof TooMuch)
      throw new TooMuchInstaller(error.message)
    if (error instanceof DamagedLzma || error instanceof DamagedStream)
      throw new DamagedInstaller(isCutOff ? 'truncated' : error.message)
    throw error
  }
}

function fromLzma(packed: Buffer, maxBytes: number): Buffer {
  const start = isLzma(packed, 0) ? 0 : 1
  // A filter for the addresses in programs; those are not put back.
  if (packed.length < start + 10) throw new DamagedLzma('truncated')
  const settings = {
    properties: packed[start] as number,
    dictionary: packed.readUInt32LE(start + 1),
  }
  return unpackLzma(packed.subarray(start + 5), settings, maxBytes)
}

/** Its own deflate writes blocks that are not packed in another way, which zlib takes for damage. */
function inflated(packed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooMuch(`larger than ${maxBytes} bytes`)
    return inflateOf('nsis', packed, maxBytes)
  }
}

function* filesOf(
  data: Buffer,
  names: ReadonlyMap<number, string>,
  method: Method | undefined,
): Generator<InstalledFile> {
  let at = 0
  for (let count = 1; at + 4 <= data.length && count <= maxFiles; count += 1) {
    const head = data.readUInt32LE(at)
    const size = method === undefined ? head : (head & ~isPacked) >>> 0
    const content = data.subarray(at + 4, at + 4 + size)
    const path = names.get(at) ?? `file-${count}`
    // The last one is followed by a checksum.
    if (content.length < size) {
      if (data.length - at > 4)
        yield {
          path,
          packedSize: size,
          read: () => {
            throw new DamagedInstaller('truncated')
          },
        }
      return
    }
    const isWhole = method === undefined || head < isPacked
    yield {
      path,
      packedSize: size,
      read: (maxBytes) => {
        if (!isWhole) return unpacked(content, method, maxBytes, false)
        if (content.length > maxBytes) throw new TooMuchInstaller(`larger than ${maxBytes} bytes`)
        return content
      },
    }
    at += 4 + size
  }
}

const [entriesBlock, textsBlock] = [2, 3]
const [extractFile, setOutPath] = [20, 11]
const entrySize = 28
const maxTexts = 20_000

interface Script {
  readonly texts: readonly string[]
  /** By the offset of the file in the data. */
  readonly names: ReadonlyMap<number, string>
}

/** Names are for people only: what the header says wrongly, files do not lack. */
function scriptOf(header: Buffer): Script {
  try {
    return readScript(header)
  } catch (error) {
    if (error instanceof RangeError) return { texts: [], names: new Map() }
    throw error
  }
}

function readScript(header: Buffer): Script {
  const block = (index: number, width: number) => ({
    offset: header.readUInt32LE(4 + index * width),
    count: header.readUInt32LE(4 + index * width + width - 4),
  })
  // 64-bit installers have longer offsets: the script steps end where the texts begin.
  const width = [8, 12].find((wide) => {
    const steps = block(entriesBlock, wide)
    const next = block(textsBlock, wide).offset
    return steps.offset + steps.count * entrySize === next && next <= header.length
  })
  if (width === undefined) return { texts: [], names: new Map() }
  const [entries, texts] = [block(entriesBlock, width), block(textsBlock, width)]
  const end = block(textsBlock + 1, width).offset
  const region = header.subarray(texts.offset, end > texts.offset ? end : header.length)
  const isWide = region.length > 1 && region.readUInt16LE(0) === 0
  const textAt = (index: number) => decoded(region, index, isWide)
  const names = new Map<number, string>()
  let folder = ''
  for (let n = 0; n < Math.min(entries.count, 200_000); n += 1) {
    const at = entries.offset + n * entrySize
    const kind = header.readUInt32LE(at)
    if (kind === setOutPath && header.readUInt32LE(at + 8) !== 0)
      folder = textAt(header.readUInt32LE(at + 4))
    if (kind !== extractFile) continue
    const name = textAt(header.readUInt32LE(at + 8))
    const place = header.readUInt32LE(at + 12)
    const path = /^\$|[\\/]/.test(name) || folder === '' ? name : `${folder}\\${name}`
    if (name !== '' && !names.has(place)) names.set(place, path.replaceAll('\\', '/').slice(0, 500))
  }
  return { names, texts: allTexts(region, isWide) }
}

const variables = new Map([
  [20, '$CMDLINE'],
  [21, '$INSTDIR'],
  [22, '$OUTDIR'],
  [23, '$EXEDIR'],
  [24, '$LANGUAGE'],
  [25, '$TEMP'],
  [26, '$PLUGINSDIR'],
  [27, '$EXEPATH'],
  [28, '$EXEFILE'],
  [31, '$OUTDIR'],
])
const maxText = 8_192

/** Characters below 5, or above 251 in old ones, stand for variables and Windows folders. */
function decoded(region: Buffer, index: number, isWide: boolean): string {
  const step = isWide ? 2 : 1
  const sign = (at: number) => (isWide ? region.readUInt16LE(at) : region.readUInt8(at))
  let text = ''
  let at = index * step
  while (at + step <= region.length && text.length < maxText) {
    const code = sign(at)
    at += step
    if (code === 0) break
    const kind = code <= 4 ? code : !isWide && code >= 252 ? 256 - code : 0
    if (kind === 0 || at + 2 > region.length) {
      text += String.fromCharCode(code)
      continue
    }
    const [low, high] = [region.readUInt8(at), region.readUInt8(at + 1)]
    at += 2
    const number = (low & 0x7f) | ((high & 0x7f) << 7)
    if (kind === 3) text += variables.get(number) ?? `$${number}`
    else if (kind === 2) text += '$SHELL'
    else if (kind === 4) text += String.fromCharCode(isWide ? low | (high << 8) : low)
  }
  return text
}

function allTexts(region: Buffer, isWide: boolean): string[] {
  const step = isWide ? 2 : 1
  const found: string[] = []
  let start = 0
  for (let at = 0; at + step <= region.length && found.length < maxTexts; at += step) {
    if ((isWide ? region.readUInt16LE(at) : region.readUInt8(at)) !== 0) continue
    if (at - start >= 4 * step) found.push(decoded(region, start / step, isWide))
    start = at + step
  }
  return found.filter((text) => text.length > 3)
}
