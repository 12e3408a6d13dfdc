import { isCompoundFile } from '../formats/compound-file.ts'

/** A mail begins with headers; of a file that does not we say so instead of finding nothing in it. */
export const looksLikeMail = (head: string): boolean => {
  const names = head
    .split(/\r?\n/, 200)
    .flatMap((line) => /^([A-Za-z][A-Za-z0-9-]{0,60}):/.exec(line)?.[1]?.toLowerCase() ?? [])
  return (
    [
      'from',
      'received',
      'message-id',
      'date',
      'subject',
      'to',
      'return-path',
      'mime-version',
    ].filter((name) => names.includes(name)).length >= 2
  )
}

/** Office documents begin in the same way; the property stream identifies a mail. */
export const looksLikeMsg = (bytes: Buffer): boolean =>
  isCompoundFile(bytes) && bytes.includes(Buffer.from('__properties_version1.0', 'utf16le'))
