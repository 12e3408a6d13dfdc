/**
 * TLSH, a similarity hash: files that differ in few places have hashes that differ in few
 * places. The form is that of the reference program, version 4 (`T1…`), 128 buckets.
 */
const pearson = Uint8Array.from([
  1, 87, 49, 12, 176, 178, 102, 166, 121, 193, 6, 84, 249, 230, 44, 163, 14, 197, 213, 181, 161, 85,
  218, 80, 64, 239, 24, 226, 236, 142, 38, 200, 110, 177, 104, 103, 141, 253, 255, 50, 77, 101, 81,
  18, 45, 96, 31, 222, 25, 107, 190, 70, 86, 237, 240, 34, 72, 242, 20, 214, 244, 227, 149, 235, 97,
  234, 57, 22, 60, 250, 82, 175, 208, 5, 127, 199, 111, 62, 135, 248, 174, 169, 211, 58, 66, 154,
  106, 195, 245, 171, 17, 187, 182, 179, 0, 243, 132, 56, 148, 75, 128, 133, 158, 100, 130, 126, 91,
  13, 153, 246, 216, 219, 119, 68, 223, 78, 83, 88, 201, 99, 122, 11, 92, 32, 136, 114, 52, 10, 138,
  30, 48, 183, 156, 35, 61, 26, 143, 74, 251, 94, 129, 162, 63, 152, 170, 7, 115, 167, 241, 206, 3,
  150, 55, 59, 151, 220, 90, 53, 23, 131, 125, 173, 15, 238, 79, 95, 89, 16, 105, 137, 225, 224,
  217, 160, 37, 123, 118, 73, 2, 157, 46, 116, 9, 145, 134, 228, 207, 212, 202, 215, 69, 229, 27,
  188, 67, 124, 168, 252, 42, 4, 29, 108, 21, 247, 19, 205, 39, 203, 233, 40, 186, 147, 198, 192,
  155, 33, 164, 191, 98, 204, 165, 180, 117, 76, 140, 36, 210, 172, 41, 54, 159, 8, 185, 232, 113,
  196, 231, 47, 146, 120, 51, 65, 28, 144, 254, 221, 93, 189, 194, 139, 112, 43, 71, 109, 184, 209,
])

const minLength = 50

/**
 * Two steps of the hash at once, by two bytes: of the three triplets that begin with a byte and the next one and
 * of the checksum in one number, of the two that begin with the byte before that in another, and of the last.
 */
interface Pairs {
  readonly near: Int32Array
  readonly middle: Int32Array
  readonly far: Uint8Array
}

let pairs: Pairs | undefined

/** 640 KB, only when needed. Plain loops: this runs once, before it is compiled. */
function pairTables(): Pairs {
  const near = new Int32Array(65_536)
  const middle = new Int32Array(65_536)
  const far = new Uint8Array(65_536)
  for (let high = 0; high < 256; high += 1) {
    const [two, three, five, seven] = [
      after(2, high),
      after(3, high),
      after(5, high),
      after(7, high),
    ]
    // The checksum is salted with 0, whose first step is 1.
    const [eleven, thirteen, sum] = [after(11, high), after(13, high), after(0, high)]
    for (let low = 0; low < 256; low += 1) {
      const at = (high << 8) | low
      // biome-ignore-start lint/style/noNonNullAssertion: indices are bytes
      near[at] =
        pearson[two ^ low]! |
        (pearson[three ^ low]! << 8) |
        (pearson[eleven ^ low]! << 16) |
        (pearson[sum ^ low]! << 24)
      middle[at] = pearson[five ^ low]! | (pearson[seven ^ low]! << 8)
      far[at] = pearson[thirteen ^ low]!
      // biome-ignore-end lint/style/noNonNullAssertion: see above
    }
  }
  return { near, middle, far }
}

const after = (salt: number, byte: number) => pearson[(pearson[salt] as number) ^ byte] as number

export interface Tlsh {
  add(chunk: Uint8Array): void
  /** Undefined for a file that is too short or too uniform to have one. */
  digest(): string | undefined
}

export function createTlsh(): Tlsh {
  // Before the last step, which only changes their order.
  const counts = new Int32Array(256)
  let before: [number, number, number, number] = [0, 0, 0, 0]
  let length = 0
  let checksum = 0
  return {
    add(chunk) {
      // Variables of the loop alone: those of the closure make it more than twice as slow.
      pairs ??= pairTables()
      const { near, middle, far } = pairs
      const [table, found] = [pearson, counts]
      let sum = checksum
      let [b, c, d, e] = before
      // The first four only appear next to those that follow; a condition in the loop would cost a fifth of
      // it.
      let at = 0
      for (; at < chunk.length && length + at < 4; at += 1)
        [b, c, d, e] = [chunk[at] as number, b, c, d]
      for (; at < chunk.length; at += 1) {
        const a = chunk[at] as number
        const first = a << 8
        // biome-ignore-start lint/style/noNonNullAssertion: indices are bytes; checks would cost a third of the time
        const one = near[first | b]!
        const two = middle[first | c]!
        sum = table[(one >>> 24) ^ sum]!
        found[(one & 255) ^ c]! += 1
        found[((one >> 8) & 255) ^ d]! += 1
        found[(two & 255) ^ d]! += 1
        found[(two >> 8) ^ e]! += 1
        found[((one >> 16) & 255) ^ e]! += 1
        found[far[first | d]! ^ e]! += 1
        // biome-ignore-end lint/style/noNonNullAssertion: see above
        e = d
        d = c
        c = b
        b = a
      }
      before = [b, c, d, e]
      checksum = sum
      length += chunk.length
    },
    digest() {
      const buckets = new Uint32Array(256)
      for (let at = 0; at < 256; at += 1) buckets[pearson[at] as number] = counts[at] as number
      const used = buckets.subarray(0, 128)
      const sorted = used.slice().sort()
      const [q1, q2, q3] = [sorted[31] ?? 0, sorted[63] ?? 0, sorted[95] ?? 0]
      if (length < minLength || q3 === 0 || used.filter((count) => count > 0).length <= 64)
        return undefined
      const ratios = (((q1 * 100) / q3) & 15) | ((((q2 * 100) / q3) & 15) << 4)
      const body = Buffer.alloc(32)
      used.forEach((count, at) => {
        const code = count > q3 ? 3 : count > q2 ? 2 : count > q1 ? 1 : 0
        body[31 - (at >> 2)] = (body[31 - (at >> 2)] ?? 0) | (code << ((at & 3) * 2))
      })
      const head = Buffer.from([checksum, lengthCode(length), ratios].map(swapped))
      return `T1${Buffer.concat([head, body]).toString('hex').toUpperCase()}`
    },
  }
}

const swapped = (byte: number) => ((byte & 15) << 4) | (byte >> 4)

function lengthCode(length: number): number {
  const logarithm = Math.log(length)
  if (length <= 656) return Math.floor(logarithm / 0.4054651) & 255
  if (length <= 3199) return Math.floor(logarithm / 0.26236426 - 8.72777) & 255
  return Math.floor(logarithm / 0.09531018 - 62.5472) & 255
}
