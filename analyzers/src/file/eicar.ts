/**
 * The EICAR text that every virus scanner reports, in one-byte and two-byte characters. Split, or they report
 * us.
 */
const text = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
const marks = [Buffer.from(text), Buffer.from(text, 'utf16le')]
const longest = text.length * 2

/** Looks for it in a file that comes in pieces; answers where it stands. */
export function createEicarSearch() {
  let held = Buffer.alloc(0)
  let passed = 0
  let found = -1
  return {
    add(chunk: Buffer) {
      if (found >= 0) return
      // What may have begun at the end of the previous piece, and then the piece itself.
      const seam = Buffer.concat([held, chunk.subarray(0, longest)])
      for (const mark of marks) {
        const across = seam.indexOf(mark)
        const inside = across >= 0 ? -1 : chunk.indexOf(mark)
        if (across >= 0) found = passed - held.length + across
        else if (inside >= 0) found = passed + inside
      }
      passed += chunk.length
      held = Buffer.from(
        chunk.length >= longest
          ? chunk.subarray(-longest)
          : Buffer.concat([held, chunk]).subarray(-longest),
      )
    },
    /** Undefined when it is not there. */
    at: () => (found < 0 ? undefined : found),
  }
}
