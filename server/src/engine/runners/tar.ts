import type { Readable } from 'node:stream'

export interface TarEntry {
  readonly name: string
  readonly type: 'file' | 'directory'
  readonly mode: number
  /** Of a file: exactly this many bytes must come out of `content`. */
  readonly size?: number
  readonly content?: Buffer | (() => Readable | Promise<Readable>)
}

export interface TarFile {
  readonly name: string
  /** `0` is a file, `5` a directory, `2` a symbolic link … as the format numbers them. */
  readonly type: string
  readonly size: number
  /** To be read before the next one is requested, or skipped. */
  readonly content: AsyncIterable<Buffer>
}

const block = 512

/** Owned by root and dated 1970: the receiver knows neither our users nor our clock. */
export async function* writeTar(entries: Iterable<TarEntry>): AsyncGenerator<Buffer> {
  for (const entry of entries) {
    const size = entry.type === 'file' ? (entry.size ?? 0) : 0
    yield* headers(entry, size)
    let written = 0
    const content = typeof entry.content === 'function' ? await entry.content() : entry.content
    for await (const chunk of content instanceof Buffer ? [content] : (content ?? [])) {
      written += chunk.length
      if (written > size) break
      yield chunk
    }
    // The header is already on its way with the other number: the archive is beyond repair.
    if (written !== size) throw new Error(`${entry.name} changed while being read`)
    yield Buffer.alloc(padding(size))
  }
  yield Buffer.alloc(2 * block)
}

function* headers({ name, type, mode }: TarEntry, size: number): Generator<Buffer> {
  const records: string[] = []
  // The plain header holds 100 bytes of ASCII, and sizes below 8 GiB.
  if (Buffer.byteLength(name) > 100 || /[^\x20-\x7e]/.test(name)) records.push(pax('path', name))
  if (size >= 8 ** 11) records.push(pax('size', String(size)))
  if (records.length > 0) {
    const body = Buffer.from(records.join(''))
    yield header('pax', body.length, 0o644, 'x')
    yield Buffer.concat([body, Buffer.alloc(padding(body.length))])
  }
  const short = Buffer.from(name).subarray(0, 100).toString('latin1')
  yield header(short, size >= 8 ** 11 ? 0 : size, mode, type === 'file' ? '0' : '5')
}

/** A record begins with its own length, which counts the digits of the length too. */
function pax(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length > String(rest).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

function header(name: string, size: number, mode: number, type: string): Buffer {
  const bytes = Buffer.alloc(block)
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width, '0')}\0`
  bytes.write(name, 0, 100, 'latin1')
  bytes.write(octal(mode, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100)
  bytes.write(' '.repeat(8), 148)
  bytes.write(`${type}`, 156)
  bytes.write('ustar\x0000', 257)
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

/** Long names and sizes of both families (pax and GNU) are understood. */
export async function* readTar(stream: AsyncIterable<Buffer>): AsyncGenerator<TarFile> {
  const source = byteSource(stream)
  let next: { path?: string; size?: number } = {}
  for (;;) {
    const bytes = await source.take(block)
    if (bytes.length < block || bytes.every((byte) => byte === 0)) return
    const size = next.size ?? readNumber(bytes, 124, 12)
    const type = bytes.toString('latin1', 156, 157).replace('\0', '0')
    if (type === 'x' || type === 'L' || type === 'g') {
      // One of these describes the entry that follows; a real one has a few hundred bytes.
      if (size > 1_048_576) throw new Error('An archive entry name exceeds 1 MiB')
      const text = (await source.take(size)).toString('utf8')
      await source.skip(padding(size))
      if (type === 'L') next.path = text.replace(/\0.*$/s, '')
      if (type === 'x') next = { ...next, ...readPax(text) }
      continue
    }
    const left = { bytes: size }
    yield { name: next.path ?? shortName(bytes), type, size, content: source.chunks(left) }
    await source.skip(left.bytes + padding(size))
    next = {}
  }
}

function shortName(bytes: Buffer): string {
  const name = readText(bytes, 0, 100)
  const prefix = bytes.toString('latin1', 257, 263) === 'ustar\0' ? readText(bytes, 345, 155) : ''
  return prefix ? `${prefix}/${name}` : name
}

function readPax(text: string): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) break
    const record = bytes.toString('utf8', at, at + length - 1)
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)$/s.exec(record) ?? []
    if (key === 'path') found.path = value
    if (key === 'size') found.size = Number(value)
    at += length
  }
  return found
}

/** Octal digits, or for what does not fit the bytes of the number, after a first bit of 1. */
function readNumber(bytes: Buffer, start: number, length: number): number {
  const first = bytes[start] ?? 0
  if (first & 0x80) return bytes.readUIntBE(start + length - 6, 6)
  return Number.parseInt(readText(bytes, start, length).trim() || '0', 8) || 0
}

function readText(bytes: Buffer, start: number, length: number): string {
  const end = bytes.indexOf(0, start)
  return bytes.toString('utf8', start, end < 0 || end > start + length ? start + length : end)
}

function byteSource(stream: AsyncIterable<Buffer>) {
  const iterator = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Between 1 and `most` bytes; none at the end of the stream. */
  const some = async (most: number): Promise<Buffer> => {
    while (rest.length === 0) {
      const { value, done } = await iterator.next()
      if (done) return rest
      rest = value
    }
    const taken = rest.subarray(0, most)
    rest = rest.subarray(taken.length)
    return taken
  }
  const take = async (length: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      const part = await some(missing)
      if (part.length === 0) break
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }
  return {
    take,
    async skip(length: number) {
      for (let missing = length; missing > 0; ) {
        const part = await some(missing)
        if (part.length === 0) return
        missing -= part.length
      }
    },
    async *chunks(left: { bytes: number }): AsyncGenerator<Buffer> {
      while (left.bytes > 0) {
        const part = await some(left.bytes)
        if (part.length === 0) throw new Error('The archive is truncated')
        left.bytes -= part.length
        yield part
      }
    },
  }
}

const padding = (size: number) => (block - (size % block)) % block
