/** The packing of macros, as [MS-OVBA] 2.4.1 describes it. */
const signature = 1
const chunkSize = 4096

/** Undefined where this is not packed in that way; what was unpacked so far where it breaks off. */
export function unpackVba(packed: Buffer, maxBytes: number): Buffer | undefined {
  if (packed[0] !== signature || packed.length < 3) return undefined
  const out = Buffer.alloc(Math.min(maxBytes, Math.ceil(packed.length / 3) * chunkSize))
  let length = 0
  let at = 1
  while (at + 2 <= packed.length && length + chunkSize <= out.length) {
    const header = packed.readUInt16LE(at)
    if (((header >> 12) & 7) !== 3) break
    const end = Math.min(packed.length, at + (header & 0xfff) + 3)
    const chunk = packed.subarray(at + 2, end)
    length += (header & 0x8000) !== 0 ? unpackChunk(chunk, out, length) : chunk.copy(out, length)
    at = end
  }
  return out.subarray(0, length)
}

function unpackChunk(chunk: Buffer, out: Buffer, start: number): number {
  const limit = Math.min(start + chunkSize, out.length)
  let to = start
  let at = 0
  while (at < chunk.length) {
    const flags = chunk[at] ?? 0
    at += 1
    for (let bit = 0; bit < 8 && at < chunk.length && to < limit; bit += 1) {
      if ((flags & (1 << bit)) === 0) {
        out[to] = chunk[at] ?? 0
        to += 1
        at += 1
        continue
      }
      if (at + 2 > chunk.length) return to - start
      const token = chunk.readUInt16LE(at)
      at += 2
      const bits = Math.max(4, Math.ceil(Math.log2(to - start)))
      const from = to - ((token >> (16 - bits)) + 1)
      if (from < start) return to - start
      const length = Math.min((token & (0xffff >> bits)) + 3, limit - to)
      // Byte by byte: a run copies what it has just written.
      for (let index = 0; index < length; index += 1) out[to + index] = out[from + index] ?? 0
      to += length
    }
    if (to >= limit) break
  }
  return to - start
}
