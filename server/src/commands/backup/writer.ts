import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Line } from './format.ts'

export interface BackupWriter {
  line(line: Line | readonly unknown[]): Promise<void>
  bytes(bytes: Buffer): Promise<void>
  /** SHA-256 of everything until here. */
  sum(): string
}

const pieceBytes = 64 * 1024

/**
 * Written under another name and renamed when it is on disk: what has the name is whole. A backup that
 * fails leaves nothing.
 */
export async function writeWhole<T>(
  path: string,
  work: (writer: BackupWriter) => Promise<T>,
): Promise<T> {
  if (existsSync(path)) throw new Error(`${path} already exists. Choose another file name`)
  const draft = `${path}.part-${randomUUID().slice(0, 8)}`
  // It holds hashes of passwords and every file: for its owner only.
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
  const gzip = createGzip({ level: 3 })
  const isWritten = pipeline(gzip, out)
  // Reported to the next writer.
  isWritten.catch(() => undefined)
  try {
    const result = await work(makeWriter(gzip, isWritten))
    gzip.end()
    await isWritten
    await sync(draft, 'r+')
    await rename(draft, path)
    await sync(dirname(path), 'r')
    return result
  } catch (error) {
    gzip.destroy()
    await isWritten.catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}

function makeWriter(
  gzip: ReturnType<typeof createGzip>,
  isWritten: Promise<unknown>,
): BackupWriter {
  const hash = createHash('sha256')
  let waiting: Buffer[] = []
  let size = 0

  async function flush() {
    if (size === 0) return
    const piece = Buffer.concat(waiting, size)
    waiting = []
    size = 0
    if (gzip.write(piece)) return
    const drained = new Promise<void>((resolve) => gzip.once('drain', resolve))
    // A full disk never drains.
    await Promise.race([drained, isWritten])
  }
  async function add(bytes: Buffer) {
    hash.update(bytes)
    waiting.push(bytes)
    size += bytes.length
    if (size >= pieceBytes) await flush()
  }
  return {
    async line(line) {
      await add(Buffer.from(`${JSON.stringify(line)}\n`))
      if ('manifest' in line) await flush()
    },
    bytes: add,
    sum: () => hash.copy().digest('hex'),
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
