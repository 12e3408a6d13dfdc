import { type FileHandle, open } from 'node:fs/promises'

/** Resolves when everything that was committed before the call is on disk. */
export interface LogSync {
  sync(): Promise<void>
  close(): Promise<void>
}

/**
 * Waits for the disk in Node's thread pool instead of in SQLite's COMMIT, which blocks everything.
 * One wait at a time: commits during it share the next one.
 */
export function createLogSync(
  log: string,
  datasync = (handle: FileHandle): Promise<void> => handle.datasync(),
): LogSync {
  let handle: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const start = (): Promise<void> => {
    next = undefined
    // SQLite keeps the same file from the first commit until the last connection is closed.
    handle ??= open(log, 'r+')
    running = handle.then(datasync).finally(() => {
      running = undefined
    })
    return running
  }

  return {
    sync() {
      if (!running) return start()
      next ??= running.then(start, start)
      return next
    },
    async close() {
      await (await handle)?.close()
    },
  }
}
