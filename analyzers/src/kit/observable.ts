import { createReadStream, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fail } from './failure.ts'

export interface TextObservable<T extends string = string> {
  readonly dataType: T
  readonly data: string
}

/** A file is never in memory unless the analyzer reads it whole, with a limit that it names. */
export interface FileObservable {
  readonly dataType: 'file'
  readonly path: string
  readonly size: number
  /** As the sender named it: never a path to open. */
  readonly filename: string
  readonly contentType: string | undefined
  stream(range?: { start?: number; end?: number }): Readable
  /** The bytes from `start`, fewer at the end of the file. */
  bytes(start: number, length: number): Promise<Buffer>
  /** The whole file; a larger one ends the job with a readable failure. */
  read(maxBytes: number): Promise<Buffer>
}

/**
 * `data` unless one of the types is `file`; a file has no `data`, so `'data' in x` distinguishes
 * them.
 */
export type ObservableOf<T extends string> =
  | (T extends 'file' ? FileObservable : never)
  | (Exclude<T, 'file'> extends never ? never : TextObservable<Exclude<T, 'file'>>)

export const isFile = (observable: object): observable is FileObservable => 'path' in observable

type Input = Readonly<Record<string, unknown>>

export function readObservable(
  input: Input,
  folder: () => string,
): TextObservable | FileObservable {
  if (typeof input.file === 'string')
    return fileObservable(join(folder(), 'input', input.file), input)
  if (typeof input.dataType !== 'string') fail('Missing dataType field')
  if (typeof input.data !== 'string') fail('Missing data field')
  return { dataType: input.dataType, data: input.data }
}

export function fileObservable(path: string, input: Input = {}): FileObservable {
  const { size } = statSync(path)
  const name = typeof input.filename === 'string' && input.filename !== '' ? input.filename : 'file'
  return {
    dataType: 'file',
    path,
    size,
    filename: name,
    contentType: typeof input.contentType === 'string' ? input.contentType : undefined,
    stream: (range) => createReadStream(path, { highWaterMark: 262_144, ...range }),
    bytes: async (start, length) => {
      const file = await open(path)
      try {
        return await readFully(file, start, Math.max(0, Math.min(length, size - start)))
      } finally {
        await file.close()
      }
    },
    async read(maxBytes) {
      if (size > maxBytes) fail(`The file has ${size} bytes; the limit is ${maxBytes}`)
      return this.bytes(0, size)
    },
  }
}

async function readFully(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
