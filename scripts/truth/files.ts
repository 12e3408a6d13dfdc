import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type FileKind = 'any' | 'elf' | 'pe' | 'certificate' | 'photo' | 'pdf' | 'office'

const isOfKind: Readonly<Record<FileKind, (head: Buffer, name: string) => boolean>> = {
  any: () => true,
  elf: (head) => head.toString('latin1', 0, 4) === '\x7fELF',
  pe: (head) => head.toString('latin1', 0, 2) === 'MZ',
  certificate: (head, name) =>
    // One alone: of a bundle OpenSSL reads the first, and we refuse more than twenty.
    /\.(?:pem|crt|cer)$/.test(name) &&
    head.length < 4096 &&
    head.toString('latin1').split('-----BEGIN CERTIFICATE-----').length === 2,
  photo: (head) => head[0] === 0xff && head[1] === 0xd8,
  pdf: (head) => head.toString('latin1', 0, 5) === '%PDF-',
  office: (head, name) =>
    /\.(?:docm?|xlsm?|pptm?|docx|xlsx|dotm|xlsb|ppt|xls)$/i.test(name) && head.length > 0,
}

const maxBytes = 20 * 1024 ** 2
const maxLooked = 60_000

/** Some of a kind, spread over the folders. */
export function findFiles(folders: readonly string[], kind: FileKind, max: number): string[] {
  const found: string[] = []
  let looked = 0
  const open = [...folders]
  for (
    let folder = open.shift();
    folder !== undefined && looked < maxLooked;
    folder = open.shift()
  ) {
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) open.push(path)
      else if (entry.isFile()) {
        looked += 1
        if (isOne(path, entry.name, kind)) found.push(path)
      }
    }
  }
  const step = Math.max(1, Math.floor(found.length / max))
  return found.filter((_, at) => at % step === 0).slice(0, max)
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function isOne(path: string, name: string, kind: FileKind): boolean {
  try {
    const { size } = statSync(path)
    if (size === 0 || size > maxBytes) return false
    const head = Buffer.alloc(4096)
    const fd = openSync(path, 'r')
    const length = readSync(fd, head, 0, head.length, 0)
    closeSync(fd)
    return isOfKind[kind](head.subarray(0, length), name)
  } catch {
    return false
  }
}
