import fc from 'fast-check'

interface Damage {
  readonly changes?: number
  /** Where bytes are changed; anywhere by default. */
  readonly at?: fc.Arbitrary<number>
  readonly byte?: fc.Arbitrary<number>
  /** Half of the files are not cut at all. */
  readonly isOftenWhole?: boolean
}

/** For property tests: a sound file with some bytes changed, and perhaps cut off. */
export function damagedFile(
  sound: Buffer,
  { changes = 12, at, byte, isOftenWhole = false }: Damage = {},
): fc.Arbitrary<Buffer> {
  const change = fc.tuple(at ?? fc.nat(sound.length - 1), byte ?? fc.nat(255))
  const cut = fc.nat(sound.length)
  const length = isOftenWhole ? fc.oneof(fc.constant(sound.length), cut) : cut
  return fc.tuple(fc.array(change, { maxLength: changes }), length).map(([changed, end]) => {
    const file = Buffer.from(sound)
    for (const [index, value] of changed) file[index] = value
    return file.subarray(0, end)
  })
}
