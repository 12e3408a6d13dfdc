import { Readable } from 'node:stream'
import { configure, ZipWriterStream } from '@zip.js/zip.js'

// Threads for a job of microseconds, started from addresses that a bundle does not have.
configure({ useWebWorkers: false })

export interface Packed {
  readonly name: string
  open(): Promise<Readable>
}

/** An archive with AES-256, made while it is read. What goes wrong in the middle breaks it off. */
export function packWithPassword(members: AsyncIterable<Packed>, password: string): Readable {
  const zip = new ZipWriterStream({ password, encryptionStrength: 3, level: 6 })
  const archive = Readable.fromWeb(zip.readable as Parameters<typeof Readable.fromWeb>[0])
  const written = async () => {
    for await (const { name, open } of members)
      await Readable.toWeb(await open()).pipeTo(zip.writable(name))
    await zip.close()
  }
  written().catch((error: Error) => archive.destroy(error))
  return archive
}
