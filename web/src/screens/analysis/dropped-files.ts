/** A folder may hold more than the user meant to send. */
export const maxFiles = 500

/**
 * The files of a drop or a paste, those in folders too: a folder itself cannot be read. Entries
 * must be taken before the first `await`, after it the browser has emptied the list.
 */
export async function filesOf(transfer: DataTransfer): Promise<File[]> {
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const files: File[] = []
  for (const { entry, file } of taken) {
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, files)
    else if (file) files.push(file)
  }
  return files.slice(0, maxFiles)
}

async function walk(folder: FileSystemDirectoryEntry, files: File[]): Promise<void> {
  const reader = folder.createReader()
  // A reader returns at most a hundred at a time, and an empty list at the end.
  for (;;) {
    const entries = await read(reader)
    if (entries.length === 0 || files.length >= maxFiles) return
    for (const entry of entries) {
      if (files.length >= maxFiles) return
      if (entry.isDirectory) await walk(entry as FileSystemDirectoryEntry, files)
      else files.push(await fileOf(entry as FileSystemFileEntry))
    }
  }
}

const read = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => entry.file(resolve, reject))

/** Larger ones are hashed by the server only. */
const maxHashed = 64 * 1024 * 1024

/** SHA-256 in hex; browsers offer it over HTTPS and on localhost only. */
export async function sha256Of(file: File): Promise<string | undefined> {
  if (!globalThis.crypto?.subtle || file.size > maxHashed) return undefined
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  } catch {
    // Moved or deleted since it was chosen: sending it will say so.
    return undefined
  }
}
