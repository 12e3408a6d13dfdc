interface Member {
  readonly name: string
  /** Where the next one begins. */
  readonly next: number
}

const padded = (length: number, to: number) => Math.ceil(length / to) * to

function newMember(bytes: Buffer, at: number): Member {
  const number = (offset: number) =>
    Number.parseInt(bytes.toString('latin1', at + offset, at + offset + 8), 16)
  const [size, nameLength] = [number(54), number(94)]
  const data = at + padded(110 + nameLength, 4)
  return { name: nameAt(bytes, at + 110, nameLength), next: data + padded(size, 4) }
}

function octalMember(bytes: Buffer, at: number): Member {
  const number = (from: number, to: number) =>
    Number.parseInt(bytes.toString('latin1', at + from, at + to), 8)
  const nameLength = number(59, 65)
  return { name: nameAt(bytes, at + 76, nameLength), next: at + 76 + nameLength + number(65, 76) }
}

function binaryMember(bytes: Buffer, at: number): Member | undefined {
  if (at + 26 > bytes.length) return undefined
  const isLittle = bytes[at] === 0xc7
  const word = (offset: number) =>
    isLittle ? bytes.readUInt16LE(at + offset) : bytes.readUInt16BE(at + offset)
  const nameLength = word(20)
  const data = at + 26 + padded(nameLength, 2)
  return {
    name: nameAt(bytes, at + 26, nameLength),
    next: data + padded(word(22) * 65_536 + word(24), 2),
  }
}

const nameAt = (bytes: Buffer, at: number, length: number) =>
  bytes.toString('latin1', at, Math.min(at + length, at + 4096)).split('\0', 1)[0] ?? ''

function memberAt(bytes: Buffer, at: number): Member | undefined {
  const mark = bytes.toString('latin1', at, at + 6)
  if (mark === '070701' || mark === '070702') return newMember(bytes, at)
  if (mark === '070707') return octalMember(bytes, at)
  return mark.startsWith('\xc7\x71') || mark.startsWith('\x71\xc7')
    ? binaryMember(bytes, at)
    : undefined
}

/** The end of the record that marks the last file; undefined where there is none. */
export function endOfCpio(bytes: Buffer): number | undefined {
  let at = 0
  for (;;) {
    const member = memberAt(bytes, at)
    // A value that is not a number points nowhere either.
    if (!member || !(member.next > at)) return undefined
    if (member.name === 'TRAILER!!!') return Math.min(member.next, bytes.length)
    at = member.next
  }
}
