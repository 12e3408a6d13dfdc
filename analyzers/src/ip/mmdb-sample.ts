/** Writes the smallest MMDB that holds these IPv4 networks. Only for tests: no pointers, no sharing. */
export function makeMmdb(
  databaseType: string,
  entries: readonly (readonly [network: string, record: Record<string, unknown>])[],
): Buffer {
  const data: Buffer[] = []
  let dataSize = 0
  type Node = [Node | number | null, Node | number | null]
  const tree: Node = [null, null]
  for (const [network, record] of entries) {
    const [address = '', prefix = '32'] = network.split('/')
    const value = address.split('.').reduce((sum, octet) => sum * 256 + Number(octet), 0)
    let node = tree
    for (let depth = 0; depth < Number(prefix); depth += 1) {
      const bit = Math.floor(value / 2 ** (31 - depth)) % 2 === 0 ? 0 : 1
      if (depth === Number(prefix) - 1) node[bit] = dataSize
      else {
        const next = Array.isArray(node[bit]) ? (node[bit] as Node) : ([null, null] as Node)
        node[bit] = next
        node = next
      }
    }
    const encoded = encode(record)
    data.push(encoded)
    dataSize += encoded.length
  }
  const nodes: Node[] = []
  const number = (node: Node) => {
    nodes.push(node)
    for (const child of node) if (Array.isArray(child)) number(child)
  }
  number(tree)
  const index = new Map(nodes.map((node, at) => [node, at]))
  const search = Buffer.alloc(nodes.length * 8)
  for (const [at, node] of nodes.entries())
    for (const [side, child] of node.entries()) {
      const target =
        child === null
          ? nodes.length
          : Array.isArray(child)
            ? (index.get(child) ?? 0)
            : nodes.length + 16 + child
      search.writeUInt32BE(target, at * 8 + side * 4)
    }
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: databaseType,
    description: { en: 'sample' },
    ip_version: 4,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  })
  const marker = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex')
  return Buffer.concat([search, Buffer.alloc(16), ...data, marker, metadata])
}

function encode(value: unknown): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([head(2, Buffer.byteLength(value)), Buffer.from(value)])
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return Buffer.concat([head(6, 4), bytes])
  }
  // Type 11 is an extended one: the control byte has no type, the next byte has it less seven.
  if (Array.isArray(value))
    return Buffer.concat([Buffer.from([value.length, 11 - 7]), ...value.map(encode)])
  const members = Object.entries(value as Record<string, unknown>)
  return Buffer.concat([
    head(7, members.length),
    ...members.flatMap(([key, member]) => [encode(key), encode(member)]),
  ])
}

const head = (type: number, size: number) =>
  size < 29 ? Buffer.from([(type << 5) | size]) : Buffer.from([(type << 5) | 29, size - 29])
