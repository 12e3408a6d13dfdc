import { createHash } from 'node:crypto'
import { type AppError, badRequest } from '../errors.ts'

/** What makes two observables the same value; long texts are compared by it too. */
export const textHash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** One observable for each value that says something. */
export const valuesOf = (data: string | readonly string[] | undefined): string[] =>
  [data ?? []].flat().filter((value) => value.trim() !== '')

export interface InlineFile {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

/** `name;type;base64`: how clients put a file into a JSON body. Read from the right: names may hold `;`. */
export function inlineFile(text: string): InlineFile | AppError {
  const last = text.lastIndexOf(';')
  const middle = last > 0 ? text.lastIndexOf(';', last - 1) : -1
  const base64 = text.slice(last + 1).trim()
  // guard: observable-values.test.ts
  if (middle < 0 || !/^[A-Za-z0-9+/\r\n]*={0,2}$/.test(base64))
    return badRequest(
      'Send a file as the file part "attachment", or as data in the form name;type;base64',
    )
  return {
    name: fileName(text.slice(0, middle)),
    contentType: text.slice(middle + 1, last).trim() || 'application/octet-stream',
    content: Buffer.from(base64, 'base64'),
  }
}

/** The last segment in both notations of a path, without control characters; never empty. */
export function fileName(sent: string): string {
  const name = sent.split(/[/\\]/).at(-1) ?? ''
  const printable = name
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, 255)
    .toWellFormed()
  // guard (open = printable): observable-values.test.ts
  return ['', '.', '..'].includes(printable) ? 'file' : printable
}

/** What is wrong with a value of this type, if anything. */
// guards: observable-values.test.ts
export function valueProblem(
  type: { readonly name: string; readonly isAttachment: boolean },
  value: { readonly hasText: boolean; readonly hasFile: boolean },
): AppError | undefined {
  if (value.hasText && value.hasFile) return badRequest('Send either data or attachment, not both')
  if (type.isAttachment && !value.hasFile)
    return badRequest(`Observable type ${type.name} is a file. Send it as attachment`)
  if (!type.isAttachment && value.hasFile)
    return badRequest(
      `Observable type ${type.name} is not a file. Send data, or use a file type such as file`,
    )
  if (!type.isAttachment && !value.hasText)
    return badRequest(`Observable type ${type.name} requires non-blank data`)
  return undefined
}

/** Old ones first, each once. */
export const mergedTags = (tags: readonly string[], more: readonly string[]): string[] => [
  ...new Set([...tags, ...more]),
]
