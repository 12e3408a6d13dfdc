/** One value of DER: where its content is. */
export interface DerValue {
  readonly tag: number
  readonly at: number
  readonly start: number
  readonly end: number
}

const maxChildren = 200

/** Undefined where it is missing, its length is open (BER) or longer than the data. */
export function derValue(bytes: Buffer, at: number, limit = bytes.length): DerValue | undefined {
  const [tag, first] = [bytes[at], bytes[at + 1]]
  if (tag === undefined || first === undefined || at + 2 > limit) return undefined
  if (first < 0x80) return within({ tag, at, start: at + 2, end: at + 2 + first }, limit)
  const count = first & 0x7f
  if (count === 0 || count > 4 || at + 2 + count > limit) return undefined
  const start = at + 2 + count
  return within({ tag, at, start, end: start + bytes.readUIntBE(at + 2, count) }, limit)
}

const within = (value: DerValue, limit: number) => (value.end <= limit ? value : undefined)

/** The values inside of another one, up to the first that cannot be read. */
export function derChildren(bytes: Buffer, { start, end }: DerValue): DerValue[] {
  const found: DerValue[] = []
  let at = start
  while (at < end && found.length < maxChildren) {
    const child = derValue(bytes, at, end)
    if (!child) break
    found.push(child)
    at = child.end
  }
  return found
}

export const derHex = (bytes: Buffer, { start, end }: DerValue): string =>
  bytes.toString('hex', start, Math.min(end, start + 64))
