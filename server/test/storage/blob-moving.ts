import { writeSync } from 'node:fs'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type BlobsOptions, openBlobs } from '../../src/storage/blobs/open.ts'
import { openDatabase } from '../../src/storage/database.ts'

/** Keeps and reads a large file, and prints by how much its memory grew. */
const { options, database, again, bytes } = JSON.parse(process.argv[2] ?? '') as {
  options: Omit<BlobsOptions, 'db'>
  database: { file: string } | { url: string }
  /** Data folder of the reading side, whose cache is empty. */
  again: string
  bytes: number
}
const opened = await openDatabase(database)
const writer = await openBlobs({ ...options, db: opened.db })
const reader = await openBlobs({ ...options, folder: again, db: opened.db })

/** What no compression makes small, and no two pieces alike. */
function* pieces() {
  const piece = Buffer.alloc(65_536)
  for (let at = 0; at < bytes; at += piece.length) {
    piece.writeUInt32LE(at / piece.length)
    yield Buffer.from(piece)
  }
}

// Everything is loaded once before it is measured.
const small = await writer.stage(Readable.from([Buffer.alloc(1_000_000, 1)]))
await small.keep()
await drain(small.sha256)
global.gc?.()
const before = process.memoryUsage().rss

let peak = 0
const look = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss)
}, 5)
const staged = await writer.stage(Readable.from(pieces()))
await staged.keep()
const size = await drain(staged.sha256)
clearInterval(look)
peak = Math.max(peak, process.memoryUsage().rss)
writeSync(1, JSON.stringify({ size, grown: peak - before }))
await writer.close()
await reader.close()
await opened.close()

async function drain(sha256: string): Promise<number> {
  const blob = await reader.open(sha256)
  if (!blob) throw new Error('it is not there')
  let size = 0
  blob.stream.on('data', (chunk: Buffer) => {
    size += chunk.length
  })
  await finished(blob.stream)
  return size
}
