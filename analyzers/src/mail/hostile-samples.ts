import { makeCompoundFile } from '../formats/compound-sample.ts'

const text16 = (text: string) => Buffer.from(text, 'utf16le')

/** A mail of Outlook, with what is to be in it beside its headers and its text. */
export const outlook = (tree: Parameters<typeof makeCompoundFile>[0] = {}) =>
  makeCompoundFile({
    '__properties_version1.0': Buffer.alloc(32),
    '__substg1.0_0037001F': text16('From Outlook'),
    '__substg1.0_1000001F': text16('Text'),
    '__substg1.0_007D001F': text16('From: thief@bad.example'),
    ...tree,
  })

/** Hundreds of attachments whose contents are the same sectors: a gigabyte in a file of a few megabytes. */
export function sharedSectors(): Buffer {
  const content = '__substg1.0_37010102'
  const made = outlook(
    Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [
        `__attach_version1.0_#${at.toString(16).padStart(8, '0')}`,
        { [content]: at === 0 ? Buffer.alloc(4 * 1024 * 1024, 'a') : Buffer.from('b') },
      ]),
    ),
  )
  const name = text16(content)
  let first: Buffer | undefined
  for (let at = made.indexOf(name); at >= 0; at = made.indexOf(name, at + 128)) {
    const place = made.subarray(at + 116, at + 124)
    if (place.readUInt32LE(4) > 1_000_000) first = Buffer.from(place)
  }
  for (let at = made.indexOf(name); at >= 0; at = made.indexOf(name, at + 128))
    first?.copy(made, at + 116)
  return made
}
