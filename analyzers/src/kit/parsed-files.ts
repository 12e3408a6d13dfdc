import { Failure, fail } from './failure.ts'
import type { ResourceFile } from './resources.ts'

export interface ParsedFilesOptions {
  /** What the files are, for the failure: `a list of hashes`. */
  readonly what: string
  /** Bytes of the files whose content is kept; the last requested one always is. */
  readonly keepBytes: number
}

/**
 * Reads a file once and keeps the result until the file changes. Threads serve all organizations:
 * without a limit all their files would pile up in each of them, so the least recently used go.
 *
 * A parser's message about a file stays here: such messages quote the file.
 */
export function parsedFiles<T>(
  { what, keepBytes }: ParsedFilesOptions,
  parse: (file: ResourceFile) => T | Promise<T>,
): (file: ResourceFile) => Promise<T> {
  // A Map keeps the order of insertion: the first key is the one unused for longest.
  const kept = new Map<string, { readonly content: T; readonly size: number }>()
  let bytes = 0
  const forget = (stamp: string) => {
    bytes -= kept.get(stamp)?.size ?? 0
    kept.delete(stamp)
  }
  return async (file) => {
    const { stamp, size, name } = file
    const known = kept.get(stamp)
    forget(stamp)
    // Before the next one is read: both at once may be more than a thread has.
    for (const oldest of kept.keys()) {
      if (bytes + size <= keepBytes) break
      forget(oldest)
    }
    const content = known ? known.content : await parsed(file, parse, what, name)
    kept.set(stamp, { content, size })
    bytes += size
    return content
  }
}

async function parsed<T>(
  file: ResourceFile,
  parse: (file: ResourceFile) => T | Promise<T>,
  what: string,
  name: string,
): Promise<T> {
  try {
    return await parse(file)
  } catch (error) {
    if (error instanceof Failure) throw error
    return fail(`The file ${name} is not ${what}`)
  }
}
