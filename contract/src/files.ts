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

/**
 * File parts under names that the sender chooses and refers to elsewhere in the input, as clients of
 * TheHive 5 send the files of an alert. Parts under the name of the attribute are in it as well.
 */
export const NamedFilesInput = Type.Unsafe<Blob[]>({
  format: 'binary',
  'x-many': true,
  'x-named': true,
  description: 'File parts, under this or any other name; up to 100',
})

/** A file that may also be the whole body, of this content type; it has no name then. */
export const rawBody = <T extends object>(schema: T, contentType: string, name: string): T => ({
  ...schema,
  'x-raw-type': contentType,
  'x-raw-name': name,
})

/** The attribute that takes a body of this content type as its file, and what the file is called. */
export function rawBodyOf(
  properties: Readonly<Record<string, unknown>>,
  contentType: string,
): { readonly attribute: string; readonly name: string } | undefined {
  for (const [attribute, schema] of Object.entries(properties)) {
    const { 'x-raw-type': type, 'x-raw-name': name } = schema as Record<string, unknown>
    if (type === contentType) return { attribute, name: String(name) }
  }
  return undefined
}

/** For a text that may also come as a plain part next to the file, as `curl -F name=…` sends it. */
export const plainPart = { 'x-plain-part': true }

export const acceptsPlainPart = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'x-plain-part' in schema

export const acceptsFiles = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && 'x-many' in schema

/** The attribute that takes file parts of names that no attribute has. */
export const namedFilesOf = (properties: Readonly<Record<string, unknown>>): string | undefined =>
  Object.keys(properties).find((name) => {
    const schema = properties[name]
    return typeof schema === 'object' && schema !== null && 'x-named' in schema
  })

interface SchemaShape {
  format?: string
  anyOf?: SchemaShape[]
}

export const acceptsFile = (schema: unknown): boolean => {
  const { format, anyOf } = schema as SchemaShape
  return format === 'binary' || (anyOf?.some(acceptsFile) ?? false)
}
