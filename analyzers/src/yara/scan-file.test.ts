import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { starterContent } from '../kit/index.ts'
import { fileObservable } from '../kit/observable.ts'
import { openResource } from '../kit/resources.ts'
import { scanFile } from './scan-file.ts'
import { starterSamples } from './starter-samples.ts'
import { windowSizes } from './windows.ts'

const sizes = { window: 300_000, overlap: 70_000 }
const inParts = { cacheFolder: undefined, maxWhole: 0, sizes }
const whole = { cacheFolder: undefined }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'assay-yara-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

function observable(bytes: Uint8Array) {
  const path = join(folder(), 'file')
  writeFileSync(path, bytes)
  return fileObservable(path)
}

function rulesOf(text: string) {
  const path = join(folder(), 'mine.yar')
  writeFileSync(path, text)
  return openResource({ name: 'mine.yar', path }).files
}

/** Ordinary lines, so no two windows are alike. */
const padding = (bytes: number) =>
  Buffer.from(
    Array.from(
      { length: Math.ceil(bytes / 20) },
      (_, n) => `line ${String(n).padStart(14)}\n`,
    ).join(''),
  ).subarray(0, bytes)

const put = (size: number, ...places: readonly (readonly [number, string | Buffer])[]) => {
  const bytes = Buffer.from(padding(size))
  for (const [at, text] of places) Buffer.from(text).copy(bytes, at)
  return bytes
}

const two = 'rule Two { strings: $a = "first-word" $b = /second-\\w{4}/ condition: all of them }'

it.each([
  ['across the border of two windows', 1_000_000, [299_995, 640_000]],
  ['in windows far apart', 2_000_000, [10, 1_999_000]],
  ['at the very beginning and the very end', 1_000_000, [0, 1_000_000 - 11]],
  ['at the end of the overlap', 1_000_000, [369_990, 599_999]],
] as const)('finds what stands %s, once, and says where', async (_, size, [first, second]) => {
  const file = observable(put(size, [first, 'first-word'], [second, 'second-word']))
  const { matches, gaps } = await scanFile(file, rulesOf(two), inParts)

  expect(gaps).toEqual([])
  const places = matches.flatMap(({ patterns }) =>
    patterns.flatMap(({ matches: all }) => all.map(({ offset, length }) => [offset, length])),
  )
  expect(places).toEqual([
    [first, 10],
    [second, 11],
  ])
  expect(matches[0]?.patterns[0]?.matches[0]?.hex).toBe(Buffer.from('first-word').toString('hex'))
})

it.each([
  ['only one of them', 'all of them', ['first-word'], false],
  ['one that must not be there', '$a and not $b', ['first-word', 'second-word'], false],
  ['the size', 'filesize > 900KB and filesize < 1MB and $a', ['first-word'], true],
  ['another size', 'filesize < 900KB and $a', ['first-word'], false],
  ['the beginning', 'uint32(0) == 0x656E696C and $a and none of ($b)', ['first-word'], true],
  ['no word of its own', '$c', ['xfirst-word'], false],
  ['a word of its own', '$c', ['first-word'], true],
])('decides conditions as for the whole: %s', async (_, condition, words, isMatch) => {
  const text = `rule R { strings: $a = "first-word" $b = /second-\\w{4}/ $c = "first-word" fullword
    condition: (${condition}) or (#a == 99 and #b == 99 and #c == 99) }`
  // Without the part that counts; it only makes the compiler see every pattern used.
  const parts = text.replace(/ or \(#a.*\) \}/, ' or ($a and $b and not $a and $c) }')
  // The last one begins where a window does.
  const places = words.map(
    (word, at) => [600_000 - at * 250_000 - (word.startsWith('x') ? 1 : 0), word] as const,
  )
  const file = observable(put(1_000_000, ...places))
  expect((await scanFile(file, rulesOf(parts), whole)).matches).toHaveLength(isMatch ? 1 : 0)
  const { matches, gaps } = await scanFile(file, rulesOf(parts), inParts)
  expect(gaps).toEqual([])
  expect(matches).toHaveLength(isMatch ? 1 : 0)
})

it('names how many rules it could not apply in parts, and applies the others', async () => {
  const file = observable(put(1_000_000, [500_000, 'first-word'], [700_000, 'second-word']))
  const rules = `import "pe" ${two}
    rule Counts { strings: $a = "first-word" condition: #a == 1 }
    rule Sections { condition: pe.number_of_sections == 0 }`
  const { matches, gaps } = await scanFile(file, rulesOf(rules), inParts)

  expect(matches.map(({ identifier }) => identifier)).toEqual(['Two'])
  expect(gaps).toEqual([expect.stringMatching(/^2 of 3 rules, such as Counts, were not applied: /)])
})

it('counts as far as it says, and says when there is more', async () => {
  const counts = (limit: number) =>
    rulesOf(`rule Counts { strings: $a = "one;" condition: #a > ${limit} }`)
  const some = await scanFile(observable(Buffer.from('one;'.repeat(300))), counts(200), whole)
  expect(some).toMatchObject({ matches: [{ identifier: 'Counts' }], gaps: [] })

  const many = observable(Buffer.from('one;'.repeat(100_010)))
  expect(await scanFile(many, counts(100_005), whole)).toMatchObject({
    matches: [],
    gaps: [expect.stringContaining('rule Counts of mine.yar is undecided')],
  })
})

it('finds a place behind many others', async () => {
  const at = rulesOf('rule At { strings: $a = "one;" condition: $a at 24000 }')
  const file = observable(Buffer.from('one;'.repeat(7_000)))
  expect((await scanFile(file, at, whole)).matches).toHaveLength(1)
})

const names = (matches: readonly { readonly identifier: string }[]) =>
  matches.map(({ identifier }) => identifier)

const isHeaded = (rule: string) => /^(?:Program_Packed|Shortcut|Document)/.test(rule)
const firstSamples = Object.entries(starterSamples).map(
  ([rule, [sample = '']]) => [rule, Buffer.from(sample)] as const,
)

/** One file for all that may occur anywhere, and one for each that must be at the beginning. */
const large = (size: number): (readonly [rules: string[], bytes: Buffer])[] => {
  const anywhere = firstSamples.filter(([rule]) => !isHeaded(rule))
  const step = Math.floor(size / anywhere.length)
  return [
    [
      anywhere.map(([rule]) => rule),
      Buffer.concat(
        anywhere.flatMap(([, sample]) => [
          padding(step),
          Buffer.from('\n'),
          sample,
          Buffer.from('\n'),
        ]),
      ),
    ],
    ...firstSamples
      .filter(([rule]) => isHeaded(rule))
      .map(
        ([rule, sample]) =>
          [[rule], Buffer.concat([sample, Buffer.from('\n'), padding(size)])] as const,
      ),
  ] as (readonly [string[], Buffer])[]
}

it.each([
  ['whole', 9 * 1024 * 1024, whole],
  ['in parts', 3_000_000, inParts],
] as const)(
  'finds every sample of the starter rules in a large file, %s',
  async (_, size, options) => {
    const { files } = starterContent('rules')
    for (const [rules, bytes] of large(size)) {
      const { matches, gaps } = await scanFile(observable(bytes), files, options)
      expect(gaps).toEqual([])
      expect(names(matches)).toEqual(expect.arrayContaining(rules))
    }
  },
)

/** A hundredth of what the program uses: a file of 1.6 MB has as many windows as one of 160 MB. */
const hundredth = {
  cacheFolder: undefined,
  maxWhole: Math.floor((64 * 1024 * 1024) / 100),
  sizes: {
    window: Math.floor(windowSizes.window / 100),
    overlap: Math.floor(windowSizes.overlap / 100),
  },
}

it.each([
  [40, 1],
  [160, 10],
])('finds a web shell in as many windows as %i MB have', async (megabytes, windows) => {
  const { files } = starterContent('rules')
  const shell = Buffer.from(starterSamples.Webshell_PHP_Runs_Request?.[0] ?? '')
  const size = Math.floor((megabytes * 1024 * 1024) / 100)
  for (const at of [0, Math.floor(size / 2), size - shell.length]) {
    const bytes = put(size)
    shell.copy(bytes, at)
    const file = observable(bytes)
    const lengths: number[] = []
    const { matches, gaps } = await scanFile(
      {
        ...file,
        bytes: (from, length) => {
          lengths.push(length)
          return file.bytes(from, length)
        },
        read: (most) => {
          lengths.push(most)
          return file.read(most)
        },
      },
      files,
      hundredth,
    )
    expect(gaps).toEqual([])
    expect(names(matches)).toContain('Webshell_PHP_Runs_Request')
    const { window, overlap } = hundredth.sizes
    const most = [window + overlap, hundredth.maxWhole]
    expect(lengths.filter((length) => most.includes(length))).toHaveLength(windows)
  }
})

it('takes words that stand far apart for what they are', async () => {
  const { files } = starterContent('rules')
  const note = (distance: number) =>
    observable(
      put(
        4_000_000,
        [1_000_000, ' your files have been encrypted '],
        [1_000_000 + distance, ' bitcoin '],
        [1_000_000 + 2 * distance, ' decryption key '],
      ),
    )
  for (const options of [whole, inParts]) {
    expect(names((await scanFile(note(1_000_000), files, options)).matches)).toEqual([])
    expect(names((await scanFile(note(200_000), files, options)).matches)).toEqual([
      'Text_Ransom_Note',
    ])
  }
})
