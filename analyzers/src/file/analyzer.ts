import { createHash } from 'node:crypto'
import { trickFindings } from '../formats/name-findings.ts'
import { compoundType, lotusType } from '../formats/old-types.ts'
import { extensionOf, isDoubleExtension, isWrittenBackwards } from '../formats/risky-names.ts'
import {
  artifact,
  defineAnalyzer,
  type FileObservable,
  finding,
  type Taxonomy,
  taxonomy,
} from '../kit/index.ts'
import { type Archive, readArchive } from './archive.ts'
import { fileDescription } from './description.ts'
import { createEicarSearch } from './eicar.ts'
import { createEntropy } from './entropy.ts'
import { type ImageFacts, readImage } from './exif.ts'
import { pictureGaps } from './picture-end.ts'
import { secondForms } from './second-form.ts'
import { createSsdeep } from './ssdeep.ts'
import { createStrings } from './strings.ts'
import { createTlsh } from './tlsh.ts'
import { mismatchOf, typeOf } from './type.ts'

/** Where signatures and photo metadata are. */
const headLength = 1024 * 1024
const shownMembers = 500

export const analyzer = defineAnalyzer({
  ...fileDescription,
  async run(file) {
    const head = await file.bytes(0, headLength)
    const type = (await compoundType(file)) ?? lotusType(head) ?? (await typeOf(head))
    const { hashes, ssdeep, tlsh, entropy, strings, eicarAt } = await readOnce(file)
    const archive = await readArchive(file, head)
    const image = readImage(head)
    const incomplete = await pictureGaps(file, head)
    const extension = extensionOf(file.filename)
    const mismatch = mismatchOf(extension, type)
    return {
      taxonomies: [
        taxonomy('info', 'File', 'Type', type?.extension ?? 'unknown'),
        taxonomy('info', 'File', 'Size', file.size),
        ...(archive ? archiveFacts(archive) : []),
        ...imageFacts(image),
      ],
      findings: [
        ...(mismatch ? [finding('file.extension', mismatch)] : []),
        ...(isWrittenBackwards(file.filename) ? [finding('file.name-backwards')] : []),
        ...(isDoubleExtension(file.filename) ? [finding('file.name-double')] : []),
        ...trickFindings(file.filename, ['backwards', 'double', 'stream']),
        ...(eicarAt === undefined ? [] : [finding('file.test-virus', { bytes: eicarAt })]),
        ...(await secondForms(file, head, type)),
      ],
      full: {
        filename: file.filename,
        size: file.size,
        type: type ?? null,
        extension,
        mismatch: mismatch ? `named ${mismatch.named}, is ${mismatch.type}` : null,
        hashes: { ...hashes, ssdeep, tlsh: tlsh ?? null },
        entropy,
        strings,
        ...(archive ? { archive: shownArchive(archive) } : {}),
        ...(image ? { image: { ...image, position: image.position ?? null } } : {}),
        ...(incomplete.length > 0 ? { incomplete } : {}),
      },
      artifacts: Object.entries(hashes)
        .filter(([name]) => name !== 'sha512')
        .map(([name, value]) =>
          artifact('hash', value, { kind: 'hash', message: `${name} of the file` }),
        ),
    }
  },
})

/** One pass: whatever its size, only a piece of it is in memory. */
async function readOnce(file: FileObservable) {
  const hashers = ['md5', 'sha1', 'sha256', 'sha512'].map(
    (name) => [name, createHash(name)] as const,
  )
  const tlsh = createTlsh()
  const ssdeep = createSsdeep(file.size, true)
  const entropy = createEntropy(file.size)
  const strings = createStrings()
  const eicar = createEicarSearch()
  for await (const piece of file.stream()) {
    const chunk = piece as Buffer
    for (const [, hasher] of hashers) hasher.update(chunk)
    tlsh.add(chunk)
    ssdeep.add(chunk)
    entropy.add(chunk)
    strings.add(chunk)
    eicar.add(chunk)
  }
  return {
    hashes: Object.fromEntries(hashers.map(([name, hasher]) => [name, hasher.digest('hex')])),
    tlsh: tlsh.digest(),
    ssdeep: ssdeep.digest() ?? (await wholeSsdeep(file)),
    entropy: entropy.result(),
    strings: strings.result(),
    eicarAt: eicar.at(),
  }
}

/** Once more, for a file with few piece boundaries: repetitive logs, empty disks. */
async function wholeSsdeep(file: FileObservable): Promise<string | undefined> {
  const ssdeep = createSsdeep(file.size)
  for await (const piece of file.stream()) ssdeep.add(piece as Buffer)
  return ssdeep.digest()
}

/** Names and expansion of its files are judged by the archive analyzer. */
const archiveFacts = ({ members }: Archive): Taxonomy[] => [
  taxonomy('info', 'File', 'Members', members.length),
  ...(members.some(({ isEncrypted }) => isEncrypted)
    ? [taxonomy('info', 'File', 'Archive', 'encrypted')]
    : []),
]

const shownArchive = (archive: Archive) => ({
  ...archive,
  bomb: archive.bomb ?? null,
  count: archive.members.length,
  members: archive.members
    .slice(0, shownMembers)
    .map((member) => ({ ...member, path: member.path.slice(0, 1_000) })),
  problems: archive.problems.slice(0, 500),
})

function imageFacts(image: ImageFacts | undefined): Taxonomy[] {
  const camera = image?.fields.model
  const place = image?.position
  return [
    ...(camera ? [taxonomy('info', 'File', 'Camera', camera)] : []),
    ...(place ? [taxonomy('info', 'File', 'GPS', `${place.latitude}, ${place.longitude}`)] : []),
  ]
}
