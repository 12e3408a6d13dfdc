import type { Entry, EntryType } from './entry.ts'

/** Formats that state their length, or end with a marker: missing data can be detected. */
const saysItsEnd: Readonly<Partial<Record<EntryType, RegExp>>> = {
  office: /\.(?:docx|docm|xlsx|xlsm|pptx|odt|doc|xls|ppt|rtf)$/,
  pdf: /\.pdf$/,
  archive: /\.(?:zip|tar|tgz|gz|7z|rar|cab|jar|cpio|deb|msi)$/,
  mail: /\.eml$/,
  picture: /\.(?:png|jpg|gif)$/,
  program: /\.(?:exe|dll)$/,
  certificate: /\.(?:pem|crt)$/,
  shortcut: /\.lnk$/,
}

const isWhole = ({ content, filename = '', type }: Entry): boolean =>
  content !== undefined && saysItsEnd[type]?.test(filename) === true

const parts = [0.4, 0.75, 0.97]

/** Of each family one, so the time stays short. */
function oneOfEach(entries: readonly Entry[]): Entry[] {
  const seen = new Set<string>()
  return entries.filter(({ kind, type, name, filename = '' }) => {
    const ending = /\.\w+$/.exec(filename)?.[0] ?? ''
    const family = [kind, type, kind === 'benign' ? '' : name.split(': ', 1)[0], ending].join()
    if (kind === 'closed' || seen.has(family)) return false
    seen.add(family)
    return true
  })
}

const changed = (entry: Entry, how: string, content: Buffer): Entry => ({
  type: entry.type,
  kind: 'closed',
  name: `${how}, ${entry.kind} ${entry.name}`,
  filename: entry.filename ?? '',
  content,
})

const cut = (entry: Entry): Entry[] => {
  const content = entry.content ?? Buffer.alloc(0)
  // A mail without an end marker, or the zeros after an archive, can be cut unnoticed.
  const least = entry.type === 'mail' ? content.indexOf('boundary=') + 100 : 0
  if (entry.type === 'mail' && least < 100) return []
  const most = entry.filename?.endsWith('.tar') ? content.length - 1024 : content.length
  return parts
    .map((part) => [part, Math.floor(content.length * part)] as const)
    .filter(([, length]) => length >= least && length < most)
    .map(([part, length]) => changed(entry, `cut at ${part * 100} %`, content.subarray(0, length)))
}

const large = 9 * 1024 ** 2

/**
 * Padding before or after the content leads scanners that stop early past it. A gap is a finding that only
 * appears without the padding.
 */
function padded(entry: Entry, isLarge: boolean): Entry[] {
  const content = entry.content ?? Buffer.alloc(0)
  const size = isLarge ? large : 100_000
  const how = isLarge ? '9 MB of filling' : 'filling'
  const filling = Buffer.alloc(size, content.includes(0) ? 0 : '\n')
  const isText = entry.type === 'script' || entry.type === 'page'
  const variants = [
    ...(isText ? [changed(entry, `${how} before`, Buffer.concat([filling, content]))] : []),
    changed(entry, `${how} behind`, Buffer.concat([content, filling])),
  ]
  return variants.map((variant) => ({ ...variant, whole: entry.name }))
}

/**
 * What must never end with "nothing found": files that are cut off, and samples with filling. A script that
 * is cut off is a shorter script, so scripts are only filled.
 */
export function damaged(entries: readonly Entry[]): Entry[] {
  const some = oneOfEach(entries)
  const samples = some.filter(({ kind, content }) => kind === 'sample' && content !== undefined)
  const isLarge = (type: EntryType, name: string) => {
    const first = samples.find((entry) => entry.type === type)
    return first?.name === name
  }
  return [
    ...some.filter(isWhole).flatMap(cut),
    ...samples
      .filter(({ type }) => type !== 'certificate')
      .flatMap((entry) =>
        padded(entry, ['script', 'office'].includes(entry.type) && isLarge(entry.type, entry.name)),
      ),
  ]
}
