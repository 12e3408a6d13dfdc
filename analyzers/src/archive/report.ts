import type { archiveIn } from '../formats/archive-forms.ts'
import { DamagedZip } from '../formats/zip.ts'
import {
  type ConfigOf,
  type FileObservable,
  type Finding,
  finding,
  type Job,
  taxonomy,
} from '../kit/index.ts'
import { collect } from './collect.ts'
import type { archiveDescription } from './description.ts'
import { watched } from './java.ts'
import { Unreadable } from './libarchive.ts'
import { passwordsIn } from './mail-passwords.ts'
import type { Member } from './member.ts'
import { linkFindings, nameFindings } from './names.ts'
import { readMembers } from './read-members.ts'

/** The library has the whole archive in its memory. */
const maxInput = 128 * 1024 * 1024
const maxMs = 30_000
const shownMembers = 500
const shownReasons = 50
const shownOfAKind = 5
const usualPasswords = ['infected', 'malware']

type ArchiveJob = Job<ConfigOf<typeof archiveDescription.configuration>>
type Archive = NonNullable<Awaited<ReturnType<typeof archiveIn>>>

/** Of a file in which an archive was found. Loaded when there is one: other files do not wait for the readers. */
export async function reportOf(file: FileObservable, archive: Archive, job: ArchiveJob) {
  const { form } = archive
  const told = [...texts(job.parameters.passwords), ...passwordsIn(job.message)]
  const problems: string[] = []
  const noted: Finding[] = []
  const addNoted = (one: Finding) => {
    // One of each is enough for a verdict, and a thousand classes are one program.
    if (noted.filter(({ id }) => id === one.id).length < shownOfAKind) noted.push(one)
  }
  const links = new Map<string, string>()
  let hasSecond = false
  const members = readMembers(file, archive, {
    passwords: [...new Set([...told, ...job.config.passwords, ...usualPasswords])],
    maxInput,
    onProblem: (reason) => void problems.push(reason),
    onFinding: addNoted,
    onLink: (path, target) => void links.set(path, target),
    onSecond: () => {
      hasSecond = true
    },
  })
  const { max_members: most, max_megabytes: megabytes } = job.config
  const found = await collect(
    sound(form === 'zip' || form === 'msi' ? watched(members, addNoted) : members),
    { size: file.size, isOffice: form === 'zip' && isOffice(await file.bytes(0, 100)) },
    { members: most, bytes: megabytes * 1024 * 1024, ms: maxMs },
    job,
  )
  // A library that does not know a form finds nothing in it; only a zip may be empty.
  const isNothing = found.listed.length === 0 && form !== 'zip' && found.incomplete.length === 0
  const incomplete = [
    ...problems,
    ...found.incomplete,
    ...(isNothing ? ['no contents found'] : []),
  ].slice(0, shownReasons)
  const findings = [
    ...found.findings.values(),
    ...lockFindings(found, told),
    ...namelessFindings(found, form),
    ...nameFindings(found.paths, {
      isPackedAlone: found.isPackedAlone,
      isInstaller: installers.has(form),
      isLocked: found.locked > 0,
      filename: file.filename,
    }),
    ...linkFindings(found.paths, links),
    ...noted,
    ...diskFindings(form, found.listed.length),
    ...(hasSecond ? [finding('archive.two-in-one')] : []),
  ]
  return {
    taxonomies: [
      taxonomy('info', 'Archive', 'Form', form),
      taxonomy('info', 'Archive', 'Members', found.listed.length),
    ],
    findings,
    full: {
      isArchive: true,
      form,
      count: found.listed.length,
      unpackedSize: found.unpacked,
      members: found.listed.slice(0, shownMembers),
      passwords: [...found.passwords],
      ...(incomplete.length > 0 ? { incomplete } : {}),
    },
    artifacts: found.artifacts,
  }
}

const texts = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.filter((entry) => typeof entry === 'string' && entry !== '').slice(0, 50)
    : []

/** A zip that is damaged from the start is as unreadable as any other. */
async function* sound(members: AsyncIterable<Member>): AsyncGenerator<Member> {
  try {
    yield* members
  } catch (error) {
    throw error instanceof DamagedZip ? new Unreadable(error.message) : error
  }
}

/** Its first files are always these; everything else is unpacked as well. */
const isOffice = (head: Buffer) =>
  /^(?:\[Content_Types\]\.xml|_rels\/\.rels|docProps\/|mimetypeapplication\/vnd\.oasis)/.test(
    head.toString('latin1', 30, 100),
  )

/** Their files have names inside of a program or a package, and no folder that a reader unpacks. */
const installers: ReadonlySet<string> = new Set(['msi', 'nsis', 'chm'])

const diskForms: ReadonlySet<string> = new Set(['vhd', 'vhdx', 'img', 'iso', 'udf', 'wim', 'dmg'])

/** Windows mounts it on double-click, and its files bypass Mark of the Web. */
function diskFindings(form: string, members: number): Finding[] {
  if (!diskForms.has(form)) return []
  return [finding(members > 0 ? 'archive.disk-image-opened' : 'archive.disk-image', { form })]
}

/** For 7z and rar, whose file list may be encrypted as well. */
function namelessFindings(
  { locked, listed }: { locked: number; listed: readonly unknown[] },
  form: string,
): Finding[] {
  return locked === 0 || listed.length > 0 ? [] : [finding('archive.names-encrypted', { form })]
}

function lockFindings(
  { locked, passwords }: { locked: number; passwords: ReadonlySet<string> },
  told: readonly string[],
): Finding[] {
  const isTold = told.some((password) => passwords.has(password))
  return [
    ...(locked > 0 ? [finding('archive.encrypted', { members: locked })] : []),
    ...(passwords.size === 0
      ? []
      : [finding(isTold ? 'archive.password-told' : 'archive.password-known')]),
  ]
}
