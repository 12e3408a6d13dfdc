/** A block of the version resource: its key, and where its value and the blocks inside of it are. */
interface VersionBlock {
  readonly key: string
  readonly isEmpty: boolean
  readonly valueAt: number
  readonly end: number
}

/** As bytes: Node searches UTF-16 text only at even offsets. */
const versionMark = Buffer.from('VS_VERSION_INFO\0', 'utf16le')
const shownValues = 50
const longestValue = 300
const maxTables = 20
const maxTries = 10

/**
 * The texts of the version resource, in order. The name of its root may also occur in a text, so
 * each offset is tried until one holds texts.
 */
export function versionTexts(resources: Buffer): Record<string, string> | null {
  let at = resources.indexOf(versionMark)
  for (let tries = 0; at >= 6 && tries < maxTries; tries += 1) {
    const found = textsOf(resources.subarray(at - 6, at + 65_536))
    if (found.size > 0) return Object.fromEntries(found)
    at = resources.indexOf(versionMark, at + 2)
  }
  return null
}

function textsOf(bytes: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  const root = readBlock(bytes, 0, bytes.length)
  if (!root) return found
  // Behind the key come 52 bytes of numbers, or none.
  const fixed = bytes.readUInt16LE(2)
  for (const info of blocksIn(bytes, aligned(root.valueAt + fixed), root.end)) {
    if (info.key !== 'StringFileInfo') continue
    for (const table of blocksIn(bytes, info.valueAt, info.end).slice(0, maxTables))
      for (const text of blocksIn(bytes, table.valueAt, table.end)) {
        const value = text.isEmpty ? '' : textAt(bytes, text.valueAt, text.end)
        if (value !== '' && !found.has(text.key) && found.size < shownValues)
          found.set(text.key, value)
      }
  }
  return found
}

const aligned = (at: number) => (at + 3) & ~3

function blocksIn(bytes: Buffer, start: number, end: number): VersionBlock[] {
  const found: VersionBlock[] = []
  let at = start
  while (at + 6 <= end && found.length < 200) {
    const block = readBlock(bytes, at, end)
    if (!block) break
    found.push(block)
    at = aligned(block.end)
  }
  return found
}

/** Its length, the length of its value, a type, its key in UTF-16, and zeros to a border of four. */
function readBlock(bytes: Buffer, at: number, limit: number): VersionBlock | undefined {
  if (at + 6 > limit) return undefined
  const length = bytes.readUInt16LE(at)
  const end = Math.min(at + length, limit)
  if (length < 8) return undefined
  const key = textAt(bytes, at + 6, end)
  return {
    key,
    isEmpty: bytes.readUInt16LE(at + 2) === 0,
    valueAt: Math.min(aligned(at + 6 + key.length * 2 + 2), end),
    end,
  }
}

function textAt(bytes: Buffer, at: number, end: number): string {
  const text = bytes.toString('utf16le', at, Math.min(end, at + longestValue * 2))
  return text.split('\0', 1)[0] ?? ''
}
