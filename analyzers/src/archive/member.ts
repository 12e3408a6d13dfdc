export interface Member {
  /** As the archive names it: hostile text, never a path to open. */
  readonly path: string
  /** As the archive states it; 0 where it does not. */
  readonly size: number
  readonly isEncrypted: boolean
  /** The only one of a form that packs one file, and so named by us. */
  readonly isPackedAlone?: boolean
  /** Throws `TooLarge`, `Locked` or `Unreadable`. */
  read(maxBytes: number): Promise<{ readonly content: Buffer; readonly password?: string }>
}

/** One whose bytes are there already. */
export const memberOf = (path: string, content: Buffer): Member => ({
  path,
  size: content.length,
  isEncrypted: false,
  async read(maxBytes) {
    // guard: limits.test.ts
    if (content.length > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
    return { content }
  },
})

/** More would come out of it than is allowed. */
export class TooLarge extends Error {}

/** Several files share the same bytes. */
export class Overlap extends TooLarge {
  readonly packed: number
  readonly size: number
  constructor(packed: number, size: number) {
    super(`files overlap: ${packed} packed bytes in a file of ${size}`)
    this.packed = packed
    this.size = size
  }
}

/** It is a disk whose folders are not read here. */
export class NotExamined extends Error {}

/** Encrypted, and no password was given. */
export class Locked extends Error {}

export function gather(pieces: Iterable<Buffer>, maxBytes: number): Buffer {
  const found: Buffer[] = []
  let length = 0
  for (const piece of pieces) {
    length += piece.length
    // guard: limits.test.ts
    if (length > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
    found.push(piece)
  }
  return Buffer.concat(found)
}

export async function gatherAsync(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer> {
  const found: Buffer[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    // guard: limits.test.ts
    if (length > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`)
    found.push(piece)
  }
  return Buffer.concat(found)
}
