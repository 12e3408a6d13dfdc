import { Readable } from 'node:stream'
import { configure, ZipWriterStream } from '@zip.js/zip.js'

// Threads for a job of microseconds, started from addresses that a bundle does not have.
configure({ useWebWorkers: false })

/**
 * One file in an archive with a password. The old ZipCrypto on purpose: it keeps scanners and mail
 * programs from opening the file, which is all it is for, and every unpacker knows it.
 */
export function zipWithPassword(content: Readable, name: string, password: string): Readable {
  const zip = new ZipWriterStream({ password, zipCrypto: true, level: 1 })
  const written = Readable.toWeb(content)
    .pipeTo(zip.writable(name))
    .then(() => zip.close())
  const archive = Readable.fromWeb(zip.readable as Parameters<typeof Readable.fromWeb>[0])
  written.catch((error: Error) => archive.destroy(error))
  return archive
}
