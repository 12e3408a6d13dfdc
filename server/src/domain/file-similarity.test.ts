import { describe, expect, it } from 'vitest'
import { readSimilarity, ssdeepScore, tlshDistance } from './file-similarity.ts'

/** Random bytes, and the same with 20 of them changed; numbered lines, with 40 changed, cut, and twice. */
const hashes = {
  bytes: [
    '1536:3b2RlB8JqjdFU4mRXOrEEJEDeMIOPB/lNLjcH50iWu0lI+dXjRY:3GlBpFXgOBSDDTdNnti30nZRY',
    'T1B54302B8217B60A3DC0728FDC8E959773F889DA89F3775CA126325DC6F7210E08A1574',
  ],
  changed: [
    '1536:3b2RlBs3qjdFU4mRXDwEEJEDTEIOvB/l7LjyH5YiTu0lI+dyjnz:3GlBDFXgDgSDgzd7nPiq0nmnz',
    'T1D44302B8217B60A3DC0758FDC8E959773F849DA89F3736CA122329DC6F7210E18A1574',
  ],
  lines: [
    '1536:386oBjmHQxAyc7UK3zAF4YzlZDyTi6Z8wHjlxYWNSa+Kv52x2oJhO8qSxvQPADsz:3WmHQxAyc7UJYwJhO8qSxvQPADsQegkp',
    'T1978367F8CB4851C0FE1FADA7FA6B6A91355731B369D5E04EF268DD428321586893EC0C',
  ],
  cut: [
    '768:gq86oBjmHQxAyc7UFhqIIHzgPj5T4YcwvlZDyJhi7+PhcHwHP:386oBjmHQxAyc7UK3zAF4YzlZDyTi6ZT',
    'T1F10386EDCA4850C0FD1FADBBF56FBAE2355B2273AD51E045F25DD9024222596C93EC08',
  ],
  twice: [
    '3072:3WmHQxAyc7UJYwJhO8qSxvQPADsQegkIunoGZW4+14NtIUM2vBNS64YB3D0v6W2b:3WmHQxAyc7UJfJhO8qSxvQPADsQegkI4',
    'T1560467F8CB4851C0FE1FADA7FA6B6A91355731B369D5E04EF268DD428321586893EC0C',
  ],
} as const satisfies Record<string, readonly [string, string]>

type Name = keyof typeof hashes

describe('file similarity', () => {
  // As the programs ssdeep 2.14.1 and tlsh 3.4.4 say it of the same files.
  it.each<[Name, Name, score: number, distance: number]>([
    ['bytes', 'bytes', 100, 0],
    ['bytes', 'changed', 74, 9],
    ['bytes', 'lines', 0, 363],
    ['lines', 'cut', 66, 149],
    ['lines', 'twice', 66, 97],
    ['cut', 'twice', 0, 245],
  ])('of %s and %s is what the reference programs say', (one, other, score, distance) => {
    expect(ssdeepScore(hashes[one][0], hashes[other][0])).toBe(score)
    expect(ssdeepScore(hashes[other][0], hashes[one][0])).toBe(score)
    expect(tlshDistance(hashes[one][1], hashes[other][1])).toBe(distance)
    expect(tlshDistance(hashes[other][1], hashes[one][1])).toBe(distance)
  })

  it('is known of the example in the words of ssdeep', () => {
    const [one, other] = [
      '3:AXGBicFlgVNhBGcL6wCrFQEv:AXGHsNhxLsr2C',
      '3:AXGBicFlIHBGcL6wCrFQEv:AXGH6xLsr2C',
    ] as const
    expect(ssdeepScore(one, other)).toBe(22)
    expect(ssdeepScore(one, 'nothing of the kind')).toBe(0)
  })

  it('is read from a report only where its hashes have their form', () => {
    const report = (changes: object) =>
      JSON.stringify({
        filename: 'a.bin',
        size: 5,
        hashes: { sha256: 'a'.repeat(64), ssdeep: hashes.cut[0], tlsh: hashes.cut[1], ...changes },
      })
    expect(readSimilarity(report({}))).toMatchObject({ blockSize: 768, tlshLength: 0x30 })
    expect(readSimilarity(report({ tlsh: null }))).toMatchObject({ tlsh: null, tlshLength: null })
    expect(readSimilarity(report({ ssdeep: "' or 1", tlsh: 5 }))).toBeUndefined()
    expect(readSimilarity(report({ sha256: 'x' }))).toBeUndefined()
    expect(readSimilarity('{}')).toBeUndefined()
  })
})
