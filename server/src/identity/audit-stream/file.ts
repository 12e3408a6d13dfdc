import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Appends lines, and answers why that failed. Opened each time, so a file that was moved away by a rotation is made again,
 * for this user alone. They are on the disk when this returns.
 */
export async function appendLines(
  path: string,
  lines: readonly string[],
): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'a+', 0o600)
    const { size } = await file.stat()
    // Killed in the middle of a line: what follows does not become a part of it.
    const isWhole = size === 0 || (await lastByte(file, size)) === 0x0a
    await file.writeFile(`${isWhole ? '' : '\n'}${lines.map((line) => `${line}\n`).join('')}`)
    await file.sync()
    // A file that was just made is found again after a power loss.
    if (size === 0) await syncFolder(dirname(path))
    return undefined
  } catch (error) {
    return `cannot write (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  } finally {
    await file?.close().catch(() => undefined)
  }
}

async function lastByte(file: FileHandle, size: number): Promise<number | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return bytesRead === 1 ? buffer[0] : undefined
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders.
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
