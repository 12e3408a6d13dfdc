const classId = Buffer.from('0114020000000000c000000000000046', 'hex')

/** A shortcut of Windows (LNK), by its header. */
export const isShortcut = (head: Buffer): boolean => beginsLikeShortcut(head) && head.length >= 76

/** Also one that ends within its header. */
export const beginsLikeShortcut = (head: Buffer): boolean =>
  head.length >= 20 && head.readUInt32LE(0) === 0x4c && head.subarray(4, 20).equals(classId)
