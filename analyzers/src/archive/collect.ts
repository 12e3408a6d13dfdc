import { UnknownMethod } from '../formats/zip.ts'
import { type Artifact, type Finding, finding, type Job, type Word } from '../kit/index.ts'
import { Unreadable } from './libarchive.ts'
import { Locked, type Member, NotExamined, Overlap, TooLarge } from './member.ts'
import { isOfficePart, isOfficePicture, shownPath } from './names.ts'

export interface Limits {
  readonly members: number
  readonly bytes: number
  readonly ms: number
}

export interface ListedMember {
  readonly path: string
  readonly size: number
  readonly isEncrypted: boolean
  /** Why it is not among the artifacts. */
  readonly leftOut?: string
}

/** For a single file, which is in memory while it is unpacked. */
const maxMember = 64 * 1024 * 1024
const maxListed = 20_000
/** For a document: its images may contain QR codes, and other content hides behind their names. */
const maxPictures = 30
/** No one packs like this in good faith: 64 MB and more, fifty times what came in. */
const bombSize = 64 * 1024 * 1024
const bombRatio = 50

/** Unpacks until one of the limits is reached, and says which. */
export async function collect(
  members: AsyncIterable<Member>,
  file: { readonly size: number; readonly isOffice: boolean },
  limits: Limits,
  job: Pick<Job<unknown>, 'fileArtifact'>,
) {
  const listed: ListedMember[] = []
  const paths: string[] = []
  const artifacts: Artifact[] = []
  const incomplete: string[] = []
  const findings = new Map<string, Finding>()
  const passwords = new Set<string>()
  const deadline = performance.now() + limits.ms
  let [unpacked, kept, locked, pictures] = [0, 0, 0, 0]
  let isPackedAlone = false

  const limit = (value: string, what: Word, count: number, explanation: string) => {
    if (!findings.has(value)) findings.set(value, finding('archive.limit', { value, what, count }))
    if (!incomplete.includes(explanation)) incomplete.push(explanation)
  }
  const notUnpacked = (what: 'members' | 'bytes') => {
    const count = limits[what]
    const noun = what === 'members' ? 'files' : 'bytes'
    limit(what, `unpacked ${noun}`, count, `only the first ${count} ${noun} were unpacked`)
    return `${noun} limit`
  }
  const bombAt = (size: number) => {
    if (size < bombSize || size < bombRatio * file.size) return false
    findings.set('bomb', finding('archive.bomb', { size: file.size, unpacked: size }))
    incomplete.push(`decompression bomb: ${file.size} bytes unpack to ${size} or more`)
    return true
  }
  /** Undefined when it became an artifact; otherwise why not. */
  const keep = async (member: Member): Promise<string | undefined> => {
    const left = Math.min(maxMember, limits.bytes - unpacked)
    // guard: collect.test.ts
    if (kept >= limits.members) return notUnpacked('members')
    // guard: collect.test.ts
    if (left <= 0) return notUnpacked('bytes')
    kept += 1
    try {
      const { content, password } = await member.read(left)
      unpacked += content.length
      if (password !== undefined) passwords.add(password)
      const name = shownPath(member.path)
      if (content.length > 0)
        artifacts.push(
          await job.fileArtifact(member.path, content, {
            kind: 'contains',
            message: `file ${name}`,
            path: name,
          }),
        )
      return undefined
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof Locked) locked += 1
      else incomplete.push(`${shownPath(member.path)}: ${reason}`)
      if (error instanceof UnknownMethod && !findings.has(error.method)) {
        const evidence = { path: shownPath(member.path), method: error.method }
        findings.set(error.method, finding('archive.method', evidence))
      }
      // It may have been unpacked up to the limit before it was refused: that work counts too.
      // guard: hostile-archives.test.ts
      if (error instanceof TooLarge) {
        unpacked += left
        bombAt(Math.max(unpacked, member.size))
      }
      return reason
    }
  }

  try {
    for await (const member of members) {
      // guard: collect.test.ts
      if (listed.length >= maxListed) {
        limit('members', 'examined files', maxListed, `more than ${maxListed} files`)
        break
      }
      // guard: collect.test.ts
      if (performance.now() > deadline) {
        const count = limits.ms / 1000
        limit('time', 'seconds of unpacking', count, `unpacking stopped after ${count} seconds`)
        break
      }
      paths.push(member.path)
      isPackedAlone = member.isPackedAlone === true
      const isPicture = file.isOffice && isOfficePicture(member.path)
      if (isPicture) pictures += 1
      const isPassedOver =
        file.isOffice &&
        isOfficePart(member.path) &&
        !member.isEncrypted &&
        // guard (open = !isPicture): collect.test.ts
        (!isPicture || pictures > maxPictures)
      const leftOut = isPassedOver ? 'part of a document' : await keep(member)
      const { size, isEncrypted } = member
      const path = shownPath(member.path)
      listed.push({ path, size, isEncrypted, ...(leftOut === undefined ? {} : { leftOut }) })
      // guard: hostile-archives.test.ts
      if (findings.has('bomb') || bombAt(unpacked)) break
    }
  } catch (error) {
    if (error instanceof Locked) locked += 1
    incomplete.push(reasonOf(error))
    if (error instanceof Overlap)
      findings.set('bomb', finding('archive.overlap', { packed: error.packed, size: error.size }))
  }
  if (pictures > maxPictures)
    incomplete.push(`only the first ${maxPictures} of ${pictures} images were examined`)
  if (locked > 0)
    incomplete.push(
      `${locked} encrypted ${locked === 1 ? 'file' : 'files'}: no known password worked`,
    )
  return {
    listed,
    paths,
    artifacts,
    incomplete,
    findings,
    passwords,
    unpacked,
    locked,
    isPackedAlone,
  }
}

/** Any other error is a bug here and stays one. */
function reasonOf(error: unknown): string {
  if (error instanceof UnknownMethod) return `compression method ${error.method} is not supported`
  if (expected.some((kind) => error instanceof kind)) return shownPath((error as Error).message)
  throw error
}

const expected = [TooLarge, Locked, Unreadable, NotExamined]
