import { entropyOf } from '../formats/entropy.ts'

const maxBlocks = 256
const smallestBlock = 4096

/** Entropy of the whole and of at most 256 blocks: packed parts of a file stand out. */
export function createEntropy(size: number) {
  const blockSize = Math.max(1, Math.ceil(size / maxBlocks / smallestBlock)) * smallestBlock
  const whole = new Float64Array(256)
  const blocks: number[] = []
  let counts = new Uint32Array(256)
  let filled = 0
  const closeBlock = () => {
    if (filled === 0) return
    for (let value = 0; value < 256; value += 1)
      whole[value] = (whole[value] ?? 0) + (counts[value] ?? 0)
    blocks.push(entropyOf(counts, filled))
    counts = new Uint32Array(256)
    filled = 0
  }
  let total = 0
  return {
    add(chunk: Uint8Array) {
      total += chunk.length
      for (let at = 0; at < chunk.length; ) {
        const end = Math.min(chunk.length, at + blockSize - filled)
        const current = counts
        filled += end - at
        for (; at < end; at += 1)
          current[chunk[at] as number] = (current[chunk[at] as number] as number) + 1
        if (filled === blockSize) closeBlock()
      }
    },
    result() {
      closeBlock()
      return { whole: entropyOf(whole, total), blockSize, blocks }
    },
  }
}
