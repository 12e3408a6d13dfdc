import { statSync } from 'node:fs'

const lookEveryMs = 1000

/**
 * Tells whether any of them is not what it was: size, time and inode. The script itself is looked at
 * every time, the hundreds of others once a second.
 */
export function watchFiles(
  script: string,
  files: readonly string[],
  loadedSince: number,
): () => boolean {
  const scriptStamp = stampOf(script)
  const others = files.slice(0, maxFiles)
  const stamps = others.map((path) => ({ path, stamp: stampOf(path) }))
  let lookedAt = performance.now()
  // Changed while it was loaded: it is unknown which content was read.
  let isStale = [script, ...others].some((path) => changedAt(path) >= loadedSince)
  return () => {
    if (isStale || stampOf(script) !== scriptStamp) isStale = true
    else if (performance.now() - lookedAt > lookEveryMs) {
      lookedAt = performance.now()
      isStale = stamps.some(({ path, stamp }) => stampOf(path) !== stamp)
    }
    return isStale
  }
}

const maxFiles = 5000

function stampOf(path: string): string {
  const info = look(path)
  return info ? `${info.ino} ${info.size} ${info.mtimeMs}` : ''
}

const changedAt = (path: string) => look(path)?.mtimeMs ?? 0

function look(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
