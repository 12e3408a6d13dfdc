import { partOf, type RandomAccess } from '../formats/random-access.ts'
import {
  DamagedZip,
  inflated,
  isZip,
  listZip,
  packedBytes,
  UnknownMethod,
  type ZipEntry,
} from '../formats/zip.ts'
import { Unreadable, unpack } from './libarchive.ts'
import { gather, Locked, type Member, Overlap, TooLarge } from './member.ts'
import { decrypt, isSound } from './zip-crypto.ts'

/** Trying one costs a millisecond with AES: 1,000 files and 20 passwords would take half a minute. */
const maxAttempts = 500
/** Packed by means that the library reads, from the whole file in memory. */
const otherMethods = new Set([12, 14, 95, 98])

export interface ZipContext {
  readonly passwords: readonly string[]
  readonly maxInput: number
  onProblem(reason: string): void
  /** Preceded by another archive, which some programs open instead. */
  onSecond?(): void
}

export async function* readZip(source: RandomAccess, context: ZipContext): AsyncGenerator<Member> {
  const { entries, declared, isComplete, start } = await listZip(source)
  if (!isComplete)
    context.onProblem(`directory declares ${declared} files but lists ${entries.length}`)
  const packed = entries.reduce((sum, { packedSize }) => sum + packedSize, 0)
  // guard: hostile-archives.test.ts
  if (packed > source.size) throw new Overlap(packed, source.size)
  const unlock = createUnlock(context.passwords)
  const others = new Map<string, ZipEntry>()
  for (const entry of entries) {
    if (entry.isFolder) continue
    if (!entry.isEncrypted && otherMethods.has(entry.method)) others.set(entry.name, entry)
    else yield asMember(entry, (maxBytes) => readEntry(source, entry, maxBytes, unlock))
  }
  if (others.size > 0) yield* readOthers(source, others, context.maxInput)
  if (start === 0 || !isZip(await source.bytes(0, 4))) return
  context.onSecond?.()
  yield* readZip(partOf(source, 0, start), context)
}

const asMember = (entry: ZipEntry, read: Member['read']): Member => ({
  path: entry.name,
  size: entry.size,
  isEncrypted: entry.isEncrypted,
  read,
})

type Unlock = ReturnType<typeof createUnlock>

async function readEntry(
  source: RandomAccess,
  entry: ZipEntry,
  maxBytes: number,
  unlock: Unlock,
): Promise<{ content: Buffer; password?: string }> {
  try {
    // guard: hostile-archives.test.ts
    if (entry.size > maxBytes) throw new TooLarge(`file has ${entry.size} bytes`)
    const packed = await packedBytes(source, entry, maxBytes + 65_536)
    if (entry.isEncrypted) return unlock(entry, packed, maxBytes)
    return { content: inflated(entry, packed, maxBytes) }
  } catch (error) {
    if (!(error instanceof DamagedZip) || error instanceof UnknownMethod) throw error
    const isLarger = error.message.includes('is larger than')
    throw isLarger
      ? new TooLarge(`larger than ${maxBytes} bytes`)
      : new Unreadable(error.message.slice(entry.name.length + 1))
  }
}

/** The last password that worked is tried first: files of an archive share it. */
function createUnlock(passwords: readonly string[]) {
  let ordered = [...passwords]
  let attempts = 0
  return (entry: ZipEntry, packed: Buffer, maxBytes: number) => {
    const method = entry.aes?.method ?? entry.method
    for (const password of ordered) {
      attempts += 1
      // guard: limits.test.ts
      if (attempts > maxAttempts) break
      const plain = decrypt(entry, packed, password)
      const content = plain && unpackedOrNone({ ...entry, method }, plain, maxBytes)
      if (!content || !isSound(entry, content)) continue
      ordered = [password, ...ordered.filter((other) => other !== password)]
      attempts = 0
      return { content, password }
    }
    throw new Locked('encrypted: no known password worked')
  }
}

/** What a wrong password gives cannot be unpacked, or can be and has a wrong sum. */
function unpackedOrNone(entry: ZipEntry, plain: Buffer, maxBytes: number): Buffer | undefined {
  try {
    return inflated(entry, plain, maxBytes)
  } catch (error) {
    if (error instanceof DamagedZip && !(error instanceof UnknownMethod)) return undefined
    throw error
  }
}

async function* readOthers(
  source: RandomAccess,
  others: ReadonlyMap<string, ZipEntry>,
  maxInput: number,
): AsyncGenerator<Member> {
  // guard: limits.test.ts
  if (source.size > maxInput)
    throw new TooLarge(`file has ${source.size} bytes; at most ${maxInput} are unpacked`)
  for await (const { path, size, isEncrypted, pieces } of unpack(
    await source.bytes(0, source.size),
  ))
    if (others.has(path))
      yield {
        path,
        size,
        isEncrypted,
        read: async (maxBytes) => ({ content: gather(pieces(), maxBytes) }),
      }
}
