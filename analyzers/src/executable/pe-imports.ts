import { createHash } from 'node:crypto'
import { ordinalName } from './ordinals.ts'
import type { Directory, Locate } from './pe-image.ts'
import { textAt } from './program.ts'

export interface Imports {
  readonly libraries: readonly { readonly name: string; readonly functions: readonly string[] }[]
  readonly count: number
  readonly isComplete: boolean
}

const maxLibraries = 500
const maxFunctions = 20_000

export function readImports(
  bytes: Buffer,
  { address }: Directory,
  locate: Locate,
  is64: boolean,
): Imports {
  const libraries: { name: string; functions: string[] }[] = []
  let count = 0
  let at = address === 0 ? -1 : locate(address)
  const width = is64 ? 8 : 4
  for (; at >= 0 && libraries.length < maxLibraries; at += 20) {
    const nameAt = bytes.readUInt32LE(at + 12)
    const firstThunk = bytes.readUInt32LE(at + 16)
    if (nameAt === 0 || firstThunk === 0) break
    const name = textAt(bytes, locate(nameAt), 256)
    const functions: string[] = []
    let thunk = locate(bytes.readUInt32LE(at) || firstThunk)
    for (; thunk >= 0 && count < maxFunctions; thunk += width) {
      const low = bytes.readUInt32LE(thunk)
      const high = is64 ? bytes.readUInt32LE(thunk + 4) : low
      if (low === 0 && (high === 0 || !is64)) break
      const isOrdinal = (high & 0x80000000) !== 0
      const place = locate(low)
      if (isOrdinal) functions.push(ordinalName(name, low & 0xffff))
      // A two-byte hint precedes the name.
      else functions.push(place < 0 ? '' : textAt(bytes, place + 2, 256))
      count += 1
    }
    libraries.push({ name, functions })
  }
  return { libraries, count, isComplete: count < maxFunctions && libraries.length < maxLibraries }
}

/** MD5 over the imports in their order: programs of one builder share it. */
export function imphashOf({ libraries, isComplete }: Imports): string | undefined {
  const list = libraries.flatMap(({ name, functions }) => {
    const library = name.toLowerCase().replace(/\.(?:dll|ocx|sys)$/, '')
    return functions.filter((text) => text !== '').map((text) => `${library}.${text.toLowerCase()}`)
  })
  if (list.length === 0 || !isComplete) return undefined
  return createHash('md5').update(list.join(','), 'latin1').digest('hex')
}
