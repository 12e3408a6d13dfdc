/**
 * A JPEG of four inks without Adobe's mark. The decoder takes the first three parts for brightness and
 * color and drops the fourth, which is black, so each of the others is put first in turn.
 */
export function inkPictures(image: Uint8Array): Buffer[] {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength)
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return []
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return []
    const mark = bytes[at + 1] as number
    const length = bytes.readUInt16BE(at + 2)
    if (mark === 0xda || length < 2) return []
    if (mark === 0xee && bytes.toString('latin1', at + 4, at + 9) === 'Adobe') return []
    // Start of a frame: precision, height, width, then how many parts, each with three bytes.
    const isFrame = mark >= 0xc0 && mark <= 0xc2
    if (isFrame)
      return bytes[at + 9] === 4 ? [3, 1, 2].map((part) => withFirst(bytes, at + 10, part)) : []
    at += 2 + length
  }
  return []
}

function withFirst(bytes: Buffer, partsAt: number, part: number): Buffer {
  const changed = Buffer.from(bytes)
  bytes.copy(changed, partsAt, partsAt + part * 3, partsAt + part * 3 + 3)
  bytes.copy(changed, partsAt + part * 3, partsAt, partsAt + 3)
  return changed
}
