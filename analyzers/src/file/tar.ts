/** The names in a tar file, from a stream of it. Contents are skipped. */
export interface TarMember {
  readonly name: string
  readonly size: number
}

const maxMembers = 20_000
/** Of the blocks that hold a long name. */
const maxNameBlock = 65_536

export const isTar = (head: Buffer): boolean =>
  head.length >= 512 && head.toString('latin1', 257, 262) === 'ustar'

export function createTarReader() {
  const members: TarMember[] = []
  let pending = Buffer.alloc(0)
  let toSkip = 0
  let longName = ''
  let isOver = false
  let problem: string | undefined

  const finish = (reason?: string) => {
    isOver = true
    problem = reason
    return 0
  }
  /** Takes one header, and the name block that may follow; answers how many bytes it used. */
  const step = (): number => {
    const header = pending.subarray(0, 512)
    if (header.every((byte) => byte === 0)) return finish()
    const size = sizeOf(header)
    if (size === undefined) return finish('a header is corrupt')
    const padded = Math.ceil(size / 512) * 512
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'L' || type === 'x') {
      if (size > maxNameBlock) return finish(`a name is longer than ${maxNameBlock} bytes`)
      if (pending.length < 512 + padded) return 0
      const block = pending.toString('utf8', 512, 512 + size)
      const path = type === 'L' ? block : /(?:^|\n)\d{1,10} path=([^\n]{1,4096})/.exec(block)?.[1]
      longName = (path ?? longName).split('\0')[0] ?? ''
      return 512 + padded
    }
    if (type !== 'g') {
      members.push({ name: longName || nameOf(header), size })
      longName = ''
      if (members.length >= maxMembers) return finish(`more than ${maxMembers} files`)
    }
    toSkip = padded
    return 512
  }

  return {
    add(chunk: Buffer) {
      if (isOver) return
      const skipped = Math.min(toSkip, chunk.length)
      toSkip -= skipped
      pending = Buffer.concat([pending, chunk.subarray(skipped)])
      while (!isOver && pending.length >= 512) {
        const used = step()
        if (used === 0) break
        const skippedHere = Math.min(toSkip, pending.length - used)
        toSkip -= skippedHere
        pending = pending.subarray(used + skippedHere)
      }
    },
    result: () => ({ members, problem }),
  }
}

const field = (header: Buffer, from: number, length: number) =>
  header.toString('utf8', from, from + length).split('\0')[0] ?? ''

function nameOf(header: Buffer): string {
  const isPosix = header.toString('latin1', 257, 263) === 'ustar\0'
  const prefix = isPosix ? field(header, 345, 155) : ''
  return prefix === '' ? field(header, 0, 100) : `${prefix}/${field(header, 0, 100)}`
}

function sizeOf(header: Buffer): number | undefined {
  // Above 8 GB the number is binary.
  if ((header[124] ?? 0) & 0x80) {
    const size = Number(header.readBigUInt64BE(128))
    return Number.isSafeInteger(size) ? size : undefined
  }
  const digits = field(header, 124, 12).trim()
  return /^[0-7]{1,12}$/.test(digits) ? Number.parseInt(digits, 8) : undefined
}
