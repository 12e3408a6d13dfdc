/** Writes a compound file for tests: all streams in sectors of 512 bytes, short ones in the mini stream. */
export type SampleTree = { readonly [name: string]: Buffer | SampleTree }

interface Node {
  readonly name: string
  readonly content: Buffer | undefined
  readonly children: readonly number[]
}

const free = 0xffffffff
const end = 0xfffffffe
const tableMark = 0xfffffffd

export function makeCompoundFile(tree: SampleTree): Buffer {
  const nodes: Node[] = []
  const add = (name: string, value: Buffer | SampleTree): number => {
    const at = nodes.length
    nodes.push({ name, content: undefined, children: [] })
    const isStream = Buffer.isBuffer(value)
    const children = isStream
      ? []
      : Object.entries(value).map(([child, below]) => add(child, below))
    nodes[at] = { name, content: isStream ? value : undefined, children }
    return at
  }
  add('Root Entry', tree)

  const sectors: Buffer[] = []
  const table: number[] = []
  const store = (content: Buffer): number => {
    const first = sectors.length
    const count = Math.ceil(content.length / 512)
    for (let n = 0; n < count; n += 1) {
      sectors.push(padded(content.subarray(n * 512, n * 512 + 512), 512))
      table.push(n === count - 1 ? end : first + n + 1)
    }
    return count === 0 ? end : first
  }

  const mini: Buffer[] = []
  const miniTable: number[] = []
  const places = nodes.map(({ content }) => {
    if (!content || content.length === 0) return end
    if (content.length >= 4096) return store(content)
    const first = mini.length
    const count = Math.ceil(content.length / 64)
    for (let n = 0; n < count; n += 1) {
      mini.push(padded(content.subarray(n * 64, n * 64 + 64), 64))
      miniTable.push(n === count - 1 ? end : first + n + 1)
    }
    return first
  })
  const miniStream = Buffer.concat(mini)
  const miniStart = store(miniStream)
  const miniTableStart = store(words(miniTable, 128))
  const records = nodes.map((node, at) => {
    const isRoot = at === 0
    return record(node, {
      kind: isRoot ? 5 : node.content ? 2 : 1,
      start: isRoot ? miniStart : (places[at] ?? end),
      size: isRoot ? miniStream.length : (node.content?.length ?? 0),
      right: brotherOf(nodes, at),
    })
  })
  const directoryStart = store(Buffer.concat(records))

  const tables = Math.ceil((sectors.length + 1) / 127)
  const tableStart = sectors.length
  for (let n = 0; n < tables; n += 1) table.push(tableMark)
  const header = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26)
  header.writeUInt16LE(0xfffe, 28)
  header.writeUInt16LE(9, 30)
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(tables, 44)
  header.writeUInt32LE(directoryStart, 48)
  header.writeUInt32LE(4096, 56)
  header.writeUInt32LE(miniTableStart, 60)
  header.writeUInt32LE(Math.ceil(miniTable.length / 128), 64)
  header.writeUInt32LE(end, 68)
  for (let n = 0; n < 109; n += 1)
    header.writeUInt32LE(n < tables ? tableStart + n : free, 76 + n * 4)
  return Buffer.concat([header, ...sectors, padded(words(table, tables * 128), tables * 512)])
}

/** Brothers as a list to the right: a tree all the same. */
function brotherOf(nodes: readonly Node[], at: number): number {
  const parent = nodes.find(({ children }) => children.includes(at))
  return parent?.children[parent.children.indexOf(at) + 1] ?? free
}

function record(
  { name, children }: Node,
  { kind, start, size, right }: { kind: number; start: number; size: number; right: number },
): Buffer {
  const bytes = Buffer.alloc(128)
  const text = Buffer.from(name.slice(0, 31), 'utf16le')
  text.copy(bytes)
  bytes.writeUInt16LE(text.length + 2, 64)
  bytes[66] = kind
  bytes[67] = 1
  bytes.writeUInt32LE(free, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(children[0] ?? free, 76)
  bytes.writeUInt32LE(start, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}

const padded = (bytes: Buffer, length: number) =>
  Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])

function words(values: readonly number[], count: number): Buffer {
  const length = Math.max(count, Math.ceil(values.length / 128) * 128)
  const bytes = Buffer.alloc(length * 4, 0xff)
  values.forEach((value, at) => void bytes.writeUInt32LE(value, at * 4))
  return bytes
}
