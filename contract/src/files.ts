import { Type } from 'typebox'

/**
 * A file of a multi-part request: a `Blob` for the sender. It has no `type` on purpose: the server
 * keeps uploads apart from JSON values and checks where a value came from, not its shape.
 */
export const FileInput = Type.Unsafe<Blob>({ format: 'binary', description: 'File part' })

/** Several files under one name, as `curl -F attachments=@a -F attachments=@b` sends them. */
export const FilesInput = Type.Unsafe<Blob[]>({
  format: 'binary',
  'x-many': true,
  description: 'File parts, one or more',
})

/** For a text that may also come as a plain part next to the file, as `curl -F name=…` sends it. */
export const plainPart = { 'x-plain-part': true }

export const acceptsPlainPart = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'x-plain-part' in schema

export const acceptsFiles = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'x-many' in schema

interface SchemaShape {
  format?: string
  anyOf?: SchemaShape[]
}

export const acceptsFile = (schema: unknown): boolean => {
  const { format, anyOf } = schema as SchemaShape
  return format === 'binary' || (anyOf?.some(acceptsFile) ?? false)
}
