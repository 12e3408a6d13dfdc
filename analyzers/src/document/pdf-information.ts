import { isDictionary, type Value } from './pdf-values.ts'

const names = ['Title', 'Author', 'Subject', 'Creator', 'Producer', 'CreationDate', 'ModDate']

/** Title, author and program, as the file says them. */
export function informationIn(value: Value | undefined): Record<string, string> {
  if (!isDictionary(value)) return {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const text = value.get(name)
      return typeof text === 'string' && text !== '' ? [[name, plain(text).slice(0, 500)]] : []
    }),
  )
}

/** UTF-16 with its mark, or single bytes. */
function plain(text: string): string {
  if (!text.startsWith('\u00fe\u00ff')) return text
  const bytes = Buffer.from(text.slice(2), 'latin1')
  return bytes
    .subarray(0, bytes.length & ~1)
    .swap16()
    .toString('utf16le')
}
