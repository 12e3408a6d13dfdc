import type { RandomAccess } from '../formats/random-access.ts'

const windowLength = 256 * 1024

/** Bytes one by one, of a file of any size; undefined after its end. */
function byteReader(file: RandomAccess) {
  let window: Buffer = Buffer.alloc(0)
  let start = 0
  return async (at: number): Promise<number | undefined> => {
    if (at < start || at >= start + window.length) {
      start = at
      window = at < file.size ? await file.bytes(at, windowLength) : Buffer.alloc(0)
    }
    return window[at - start]
  }
}

const colorTable = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** Block by block: the end byte occurs in any image by chance. */
async function hasGifEnd(file: RandomAccess): Promise<boolean> {
  const byteAt = byteReader(file)
  const behindBlocks = async (from: number): Promise<number> => {
    let at = from
    for (;;) {
      const length = await byteAt(at)
      if (length === undefined) return file.size
      at += length + 1
      if (length === 0) return at
    }
  }
  let at = 13 + colorTable((await byteAt(10)) ?? 0)
  for (;;) {
    const kind = await byteAt(at)
    if (kind === 0x3b) return true
    if (kind === 0x21) at = await behindBlocks(at + 2)
    else if (kind === 0x2c)
      at = await behindBlocks(at + 11 + colorTable((await byteAt(at + 9)) ?? 0))
    // Some programs write one more zero between two blocks.
    else if (kind === 0) at += 1
    else return false
  }
}

/** For images in which no QR codes are read; for the others the QR analyzer reports it. */
export async function pictureGaps(file: RandomAccess, head: Buffer): Promise<string[]> {
  const mark = head.toString('latin1', 0, 12)
  const isCutOff = /^GIF8[79]a/.test(mark)
    ? !(await hasGifEnd(file))
    : /^RIFF[\s\S]{4}WEBP$/.test(mark) && head.readUInt32LE(4) + 8 > file.size
  return isCutOff ? ['truncated or corrupt: end of file missing'] : []
}
