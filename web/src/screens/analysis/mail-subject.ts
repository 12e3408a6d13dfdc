/** The header of a mail is short; the rest does not matter here. */
const maxHead = 65_536

/** The subject of a stored mail; empty for other files. */
export async function mailSubject(file: File): Promise<string> {
  if (!/\.eml$/i.test(file.name)) return ''
  try {
    const bytes = await file.slice(0, maxHead).arrayBuffer()
    return subjectIn(new TextDecoder().decode(bytes))
  } catch {
    return ''
  }
}

export function subjectIn(mail: string): string {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1)
  const [, written = ''] = /^Subject:[ \t]*(.*(?:\r?\n[ \t].*)*)/im.exec(head) ?? []
  return decodedWords(written.replace(/\r?\n[ \t]+/g, ' ')).trim()
}

/** `=?utf-8?q?caf=C3=A9?=`, as RFC 2047 writes what is not ASCII. */
const decodedWords = (text: string) =>
  text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(
      /=\?([\w-]{1,40})\?([qb])\?([^?]{0,1000})\?=/gi,
      (whole, charset: string, form: string, content: string) => {
        try {
          const bytes = /b/i.test(form) ? ofBase64(content) : ofQuoted(content)
          return new TextDecoder(charset).decode(bytes)
        } catch {
          return whole
        }
      },
    )

const ofBase64 = (content: string) =>
  Uint8Array.from(atob(content), (sign) => sign.codePointAt(0) ?? 0)

const ofQuoted = (content: string) =>
  Uint8Array.from(
    content
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    (sign) => sign.codePointAt(0) ?? 0,
  )
