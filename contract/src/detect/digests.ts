/*
 * SHA-256 and Keccak-256 in plain arithmetic: this package also runs in browsers, whose own digests
 * are asynchronous and do not know Keccak. Only for checksums of short texts.
 */

/** The first 32 bits behind the point of the roots of primes: what SHA-2 takes its constants from. */
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0

const primes = Array.from({ length: 311 }, (_, at) => at + 2)
  .filter((candidate) => {
    for (let divisor = 2; divisor * divisor <= candidate; divisor += 1)
      if (candidate % divisor === 0) return false
    return true
  })
  .slice(0, 64)
const rounds256 = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const start256 = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const right = (value: number, by: number) => (value >>> by) | (value << (32 - by))

export function sha256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, message.length * 8)
  const state = start256.slice()
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4)
    for (let at = 16; at < 64; at += 1) {
      const [two, fifteen] = [words[at - 2] as number, words[at - 15] as number]
      const low = right(fifteen, 7) ^ right(fifteen, 18) ^ (fifteen >>> 3)
      const high = right(two, 17) ^ right(two, 19) ^ (two >>> 10)
      words[at] = (words[at - 16] as number) + low + (words[at - 7] as number) + high
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let at = 0; at < 64; at += 1) {
      const sum1 = right(e, 6) ^ right(e, 11) ^ right(e, 25)
      const first =
        (h + sum1 + ((e & f) ^ (~e & g)) + (rounds256[at] as number) + (words[at] as number)) | 0
      const sum0 = right(a, 2) ^ right(a, 13) ^ right(a, 22)
      const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g]
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries())
      state[at] = (state[at] as number) + value
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [at, value] of state.entries()) digest.setInt32(at * 4, value)
  return new Uint8Array(digest.buffer)
}

/** Bytes that are taken in at a time; none of what is checked here is longer. */
const rate = 136

/** As Ethereum and Monero use it: Keccak before it became SHA-3, with another padding. */
export function keccak256(message: Uint8Array): Uint8Array {
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate)
  padded.set(message)
  padded[message.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 0x80
  const view = new DataView(padded.buffer)
  // 25 lanes of 64 bits, each as its low and its high half.
  const lanes = new Int32Array(50)
  for (let block = 0; block < padded.length; block += rate) {
    for (let at = 0; at < rate / 4; at += 1)
      lanes[at] = (lanes[at] as number) ^ view.getInt32(block + at * 4, true)
    permute(lanes)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (let at = 0; at < 8; at += 1) digest.setInt32(at * 4, lanes[at] as number, true)
  return new Uint8Array(digest.buffer)
}

const offsets = keccakOffsets()
const roundConstants = keccakRoundConstants()

function permute(lanes: Int32Array): void {
  const parity = new Int32Array(10)
  const moved = new Int32Array(50)
  for (let round = 0; round < 24; round += 1) {
    for (let x = 0; x < 10; x += 1)
      parity[x] =
        (lanes[x] as number) ^
        (lanes[x + 10] as number) ^
        (lanes[x + 20] as number) ^
        (lanes[x + 30] as number) ^
        (lanes[x + 40] as number)
    for (let x = 0; x < 5; x += 1) {
      const before = ((x + 4) % 5) * 2
      const after = ((x + 1) % 5) * 2
      const low = parity[after] as number
      const high = parity[after + 1] as number
      const mixLow = (parity[before] as number) ^ ((low << 1) | (high >>> 31))
      const mixHigh = (parity[before + 1] as number) ^ ((high << 1) | (low >>> 31))
      for (let y = 0; y < 25; y += 5) {
        const from = (x + y) * 2
        const left = (lanes[from] as number) ^ mixLow
        const top = (lanes[from + 1] as number) ^ mixHigh
        const { to, by } = offsets[x + y] as { to: number; by: number }
        const turn = by % 32
        const one = by < 32 ? left : top
        const two = by < 32 ? top : left
        moved[to] = turn === 0 ? one : (one << turn) | (two >>> (32 - turn))
        moved[to + 1] = turn === 0 ? two : (two << turn) | (one >>> (32 - turn))
      }
    }
    for (let y = 0; y < 50; y += 10)
      for (let x = 0; x < 10; x += 1)
        lanes[y + x] =
          (moved[y + x] as number) ^
          (~(moved[y + ((x + 2) % 10)] as number) & (moved[y + ((x + 4) % 10)] as number))
    lanes[0] = (lanes[0] as number) ^ (roundConstants[round * 2] as number)
    lanes[1] = (lanes[1] as number) ^ (roundConstants[round * 2 + 1] as number)
  }
}

/** Where each lane goes, and by how many bits it is turned. */
function keccakOffsets(): { to: number; by: number }[] {
  const found = Array.from({ length: 25 }, () => ({ to: 0, by: 0 }))
  let [x, y] = [1, 0]
  for (let step = 0; step < 24; step += 1) {
    const by = (((step + 1) * (step + 2)) / 2) % 64
    const [nextX, nextY] = [y, (2 * x + 3 * y) % 5]
    found[x + 5 * y] = { to: (nextX + 5 * nextY) * 2, by }
    ;[x, y] = [nextX, nextY]
  }
  return found
}

/** Bits of a shift register, at positions 2^n - 1 of a lane. */
function keccakRoundConstants(): Int32Array {
  const constants = new Int32Array(48)
  let register = 1
  for (let round = 0; round < 24; round += 1)
    for (let bit = 0; bit < 7; bit += 1) {
      const place = 2 ** bit - 1
      const half = round * 2 + (place < 32 ? 0 : 1)
      if (register & 1) constants[half] = (constants[half] as number) ^ (1 << (place % 32))
      register <<= 1
      if (register & 0x100) register ^= 0x171
    }
  return constants
}
