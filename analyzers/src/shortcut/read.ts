export interface Shortcut {
  readonly target: string
  readonly arguments: string
  readonly workingFolder: string
  readonly icon: string
  readonly description: string
  readonly machine: string | undefined
  /** 1 normal, 3 maximized, 7 minimized. */
  readonly window: number
  readonly created: string | undefined
  /** Bytes after the end. */
  readonly attached: number
  /** It says that it is longer than it is. */
  readonly isCutOff: boolean
}

/** [MS-SHLLINK]; whatever lies outside of the file is empty. */
export function readShortcut(bytes: Buffer): Shortcut {
  const flags = bytes.readUInt32LE(20)
  let at = 76
  const word = (where: number) => (where + 2 <= bytes.length ? bytes.readUInt16LE(where) : 0)
  const long = (where: number) => (where + 4 <= bytes.length ? bytes.readUInt32LE(where) : 0)
  let path = ''
  if (flags & 1) {
    path = itemPath(bytes.subarray(at + 2, at + 2 + word(at)))
    at += 2 + word(at)
  }
  let info = ''
  if (flags & 2) {
    info = infoPath(bytes.subarray(at, at + Math.min(long(at), 65_536)))
    at += long(at)
  }
  const isUnicode = (flags & 0x80) !== 0
  const text = (bit: number) => {
    if (!(flags & bit)) return ''
    const length = word(at) * (isUnicode ? 2 : 1)
    const found = bytes.toString(isUnicode ? 'utf16le' : 'latin1', at + 2, at + 2 + length)
    at += 2 + length
    return found
  }
  const [description, relative, workingFolder, given, icon] = [4, 8, 16, 32, 64].map(text) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const blocks = extraBlocks(bytes, at)
  return {
    target: (blocks.target || info || path || relative).slice(0, 2_000),
    arguments: given,
    workingFolder,
    icon: blocks.icon || icon,
    description,
    machine: blocks.machine,
    window: bytes.readUInt32LE(60),
    created: timeOf(bytes.readBigUInt64LE(28)),
    attached: Math.max(0, bytes.length - blocks.end),
    isCutOff: !blocks.isEnded,
  }
}

function extraBlocks(bytes: Buffer, start: number) {
  let at = start
  let [target, icon]: [string, string] = ['', '']
  let machine: string | undefined
  let isEnded = false
  for (let count = 0; count < 100 && at + 4 <= bytes.length; count += 1) {
    const size = bytes.readUInt32LE(at)
    if (size < 4) {
      at += 4
      isEnded = true
      break
    }
    const block = bytes.subarray(at, at + size)
    const kind = block.length >= 8 ? block.readUInt32LE(4) : 0
    if (kind === 0xa0000003) machine = untilZero(block.toString('latin1', 16, 32)) || undefined
    if (kind === 0xa0000001) target = untilZero(block.toString('utf16le', 268, 788))
    if (kind === 0xa0000007) icon = untilZero(block.toString('utf16le', 268, 788))
    at += size
  }
  return { target, icon, machine, isEnded, end: Math.min(at, bytes.length) }
}

const untilZero = (text: string) => text.split('\0', 1)[0] ?? ''

/** Of a list of items only the names: a drive, folders, a file. */
function itemPath(items: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at + 3 < items.length && parts.length < 64; ) {
    const size = items.readUInt16LE(at)
    if (size < 3) break
    const item = items.subarray(at, at + size)
    const kind = (item[2] ?? 0) & 0x70
    if (kind === 0x20) parts.push(untilZero(item.toString('latin1', 3, 6)).replace(/\\$/, ''))
    if (kind === 0x30)
      parts.push(
        (item[2] ?? 0) & 4
          ? untilZero(item.toString('utf16le', 14, 534))
          : untilZero(item.toString('latin1', 14, 274)),
      )
    at += size
  }
  return parts.filter((part) => part !== '').join('\\')
}

/** LinkInfo: a path on a drive of the machine, or a share of another one. */
function infoPath(info: Buffer): string {
  if (info.length < 28) return ''
  const textAt = (offset: number) => {
    const where = info.readUInt32LE(offset)
    return where === 0 || where >= info.length
      ? ''
      : untilZero(info.toString('latin1', where, where + 1_000))
  }
  const flags = info.readUInt32LE(8)
  const suffix = textAt(24)
  if (flags & 1) return textAt(16) + suffix
  if (!(flags & 2)) return ''
  const network = info.readUInt32LE(20)
  if (network + 12 > info.length) return suffix
  const name = network + info.readUInt32LE(network + 8)
  const share = name < info.length ? untilZero(info.toString('latin1', name, name + 1_000)) : ''
  return suffix === '' ? share : `${share}\\${suffix}`
}

/** Hundreds of nanoseconds since 1601. */
function timeOf(ticks: bigint): string | undefined {
  const ms = Number(ticks / 10_000n) - 11_644_473_600_000
  return ticks === 0n || ms > 4e12 || ms < 0 ? undefined : new Date(ms).toISOString()
}
