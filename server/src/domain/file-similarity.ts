/** How alike two files are by their similarity hashes; nothing of the files is needed. */

export interface FileSimilarity {
  readonly sha256: string
  readonly size: number
  readonly filename: string
  readonly ssdeep: string | null
  /** Three and its doubles: only hashes whose block sizes are equal or adjacent can be compared. */
  readonly blockSize: number | null
  readonly tlsh: string | null
  /** The logarithm of the length in its own steps, as the hash has it. */
  readonly tlshLength: number | null
}

const ssdeepForm = /^(\d{1,10}):([A-Za-z0-9+/]{0,64}):([A-Za-z0-9+/]{0,64})$/
const tlshForm = /^T1[0-9A-F]{70}$/

/** Of a report of the built-in analyzer of files; checked, because it is searched by. */
export function readSimilarity(full: string): FileSimilarity | undefined {
  const { hashes, size, filename } = JSON.parse(full) as Record<string, unknown>
  const { sha256, ssdeep, tlsh } = (hashes ?? {}) as Record<string, unknown>
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return undefined
  if (typeof size !== 'number' || typeof filename !== 'string') return undefined
  const fuzzy = typeof ssdeep === 'string' ? ssdeepForm.exec(ssdeep) : null
  const isTlsh = typeof tlsh === 'string' && tlshForm.test(tlsh)
  if (!fuzzy && !isTlsh) return undefined
  return {
    sha256,
    size,
    filename: filename.slice(0, 255),
    ssdeep: fuzzy ? fuzzy[0] : null,
    blockSize: fuzzy ? Number(fuzzy[1]) : null,
    tlsh: isTlsh ? tlsh : null,
    tlshLength: isTlsh ? swapped(Buffer.from(tlsh.slice(4, 6), 'hex')[0] ?? 0) : null,
  }
}

const swapped = (byte: number) => ((byte & 15) << 4) | (byte >> 4)

const window = 7
const digestLength = 64

/** 0 to 100, as ssdeep itself says it. */
export function ssdeepScore(a: string, b: string): number {
  const one = partsOf(a)
  const other = partsOf(b)
  if (!one || !other) return 0
  if (one.size === other.size) {
    if (one.first === other.first && one.second === other.second) return 100
    return Math.max(
      scoreOf(one.first, other.first, one.size),
      scoreOf(one.second, other.second, one.size * 2),
    )
  }
  if (one.size * 2 === other.size) return scoreOf(one.second, other.first, other.size)
  return other.size * 2 === one.size ? scoreOf(one.first, other.second, one.size) : 0
}

function partsOf(hash: string) {
  const [, size, first = '', second = ''] = ssdeepForm.exec(hash) ?? []
  // More than three equal characters say nothing: long runs of the same bytes are in many files.
  const short = (text: string) => text.replace(/(.)\1{3,}/g, '$1$1$1')
  return size === undefined
    ? undefined
    : { size: Number(size), first: short(first), second: short(second) }
}

function scoreOf(one: string, other: string, size: number): number {
  if (!sharesWindow(one, other)) return 0
  const distance = editDistance(one, other)
  const perLength = Math.floor((distance * digestLength) / (one.length + other.length))
  const score = 100 - Math.floor((100 * perLength) / digestLength)
  // Few characters of a small block size are similar by chance.
  if (size >= Math.floor((99 + window) / window) * 3) return score
  return Math.min(score, Math.floor(size / 3) * Math.min(one.length, other.length))
}

function sharesWindow(one: string, other: string): boolean {
  for (let at = 0; at + window <= one.length; at += 1)
    if (other.includes(one.slice(at, at + window))) return true
  return false
}

/** To put in or take out costs one, to exchange two. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 0; i < one.length; i += 1) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j += 1) {
      const exchanged = (row[j] as number) + (one[i] === other[j] ? 0 : 2)
      next.push(Math.min((row[j + 1] as number) + 1, (next[j] as number) + 1, exchanged))
    }
    row = next
  }
  return row[other.length] as number
}

/** 0 is as good as the same; above 100 nothing is alike. */
export function tlshDistance(a: string, b: string): number {
  const [one, other] = [a, b].map((hash) => Buffer.from(hash.slice(2), 'hex')) as [Buffer, Buffer]
  const at = (bytes: Buffer, index: number) => swapped(bytes[index] ?? 0)
  let distance = one[0] === other[0] ? 0 : 1
  const lengths = around(at(one, 1), at(other, 1), 256)
  distance += lengths > 1 ? lengths * 12 : lengths
  for (const shift of [0, 4]) {
    const ratios = around((at(one, 2) >> shift) & 15, (at(other, 2) >> shift) & 15, 16)
    distance += ratios > 1 ? (ratios - 1) * 12 : ratios
  }
  for (let index = 3; index < 35; index += 1)
    for (let shift = 0; shift < 8; shift += 2) {
      const apart = Math.abs(
        (((one[index] ?? 0) >> shift) & 3) - (((other[index] ?? 0) >> shift) & 3),
      )
      distance += apart === 3 ? 6 : apart
    }
  return distance
}

const around = (a: number, b: number, range: number) => {
  const apart = Math.abs(a - b)
  return Math.min(apart, range - apart)
}
