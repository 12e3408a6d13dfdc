export const looksLikeMz = (head: Buffer): boolean =>
  head.length >= 64 &&
  head.toString('latin1', 0, 2) === 'MZ' &&
  // A text may begin with these two letters.
  head.subarray(0, 64).some((byte) => byte < 9)

export const isElf = (head: Buffer): boolean =>
  head.length >= 20 && head.toString('latin1', 0, 4) === '\x7fELF'
