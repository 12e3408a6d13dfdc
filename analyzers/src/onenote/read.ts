const section = Buffer.from('e4525c7b8cd8a74daeb15378d02996d3', 'hex')
const notebook = Buffer.from('a12ff143d9ef764c9ee210ea5722765f', 'hex')
/** FileDataStoreObject of [MS-ONESTORE]: this, the length, twelve bytes, the file. */
const fileMark = Buffer.from('e716e3bd65261145a4c48d4d0b7a9eac', 'hex')

const maxFiles = 100
const maxTotal = 128 * 1024 * 1024

export const isOneNote = (head: Buffer): boolean =>
  head.subarray(0, 16).equals(section) || head.subarray(0, 16).equals(notebook)

/** Of files that OneNote writes; those that are fetched from a server have another header. */
const localForm = Buffer.from('3fdd9a101b91f549a5d01791edc8aed8', 'hex')

/** How long it is by its own header; 0 where that does not say it. */
export function statedLength(head: Buffer): number {
  if (head.length < 204) return 204
  return head.subarray(48, 64).equals(localForm) ? Number(head.readBigUInt64LE(196)) : 0
}

export interface EmbeddedFile {
  readonly name: string
  readonly content: Buffer
}

export function embeddedFiles(bytes: Buffer) {
  const names = namesIn(bytes)
  const contents: Buffer[] = []
  const incomplete: string[] = []
  let total = 0
  for (let at = bytes.indexOf(fileMark); at >= 0; at = bytes.indexOf(fileMark, at + 16)) {
    if (at + 36 > bytes.length) {
      incomplete.push('a file is truncated')
      break
    }
    const length = Number(bytes.readBigUInt64LE(at + 16))
    if (contents.length >= maxFiles || total + length > maxTotal) {
      incomplete.push(`only the first ${contents.length} files were extracted`)
      break
    }
    const content = bytes.subarray(at + 36, Math.min(at + 36 + length, bytes.length))
    if (content.length < length) incomplete.push('a file is truncated')
    total += content.length
    if (content.length > 0) contents.push(content)
  }
  // Pictures of the page are files, too, and have no name.
  const others = contents.filter((content) => pictureOf(content) === undefined)
  const files = contents.map((content, index): EmbeddedFile => {
    const picture = pictureOf(content)
    const name = picture ? `picture${index + 1}.${picture}` : names[others.indexOf(content)]
    return { name: name ?? `file${index + 1}`, content }
  })
  return { files, names, incomplete }
}

function pictureOf(content: Buffer): string | undefined {
  if (content.toString('latin1', 1, 4) === 'PNG') return 'png'
  if (content[0] === 0xff && content[1] === 0xd8) return 'jpg'
  return content.toString('latin1', 0, 4) === 'GIF8' ? 'gif' : undefined
}

/** Names of embedded files are UTF-16 texts with an extension; each is written several times. */
function namesIn(bytes: Buffer): string[] {
  const text = bytes.toString('utf16le', 0, bytes.length & ~1)
  const odd = bytes.toString('utf16le', 1, 1 + ((bytes.length - 1) & ~1))
  const found = new Set<string>()
  for (const view of [text, odd])
    for (const [, name = ''] of view.matchAll(
      /(?:^|[^\w .()[\]-])([\w][\w .()[\]-]{0,100}\.[A-Za-z][A-Za-z0-9]{1,7})(?=[^\w .-]|$)/g,
    )) {
      if (found.size >= 200) break
      if (!/\.(?:one|onetoc2)$/i.test(name)) found.add(name.trim())
    }
  return [...found]
}
