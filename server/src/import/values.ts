export type Values = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asObject = (value: unknown): Values => (isObject(value) ? value : {})

export const asObjects = (value: unknown): Values[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** PostgreSQL keeps no U+0000 in a text. */
export const asText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : undefined

export const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined

/** Epoch milliseconds, as a number or as digits. */
export const asDate = (value: unknown): number | undefined => {
  const moment = asNumber(
    typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value,
  )
  return moment !== undefined && moment > 0 ? moment : undefined
}

export const asFlag = (value: unknown): number => (value === true ? 1 : 0)

/** TLP and PAP; newer platforms know more levels, of which the last is the strictest here too. */
export const asLevel = (value: unknown): number => Math.min(3, Math.max(0, asNumber(value) ?? 2))

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => asText(item) ?? []) : []

/** As JSON text without U+0000, which could be escaped in it. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => asText(inner) ?? inner)

export const idOf = (thing: Values): string | undefined => asText(thing.id) ?? asText(thing._id)

/** Older systems and version 0 write `createdAt`, version 1 `_createdAt`. */
export const createdAt = (thing: Values): number | undefined =>
  asDate(thing._createdAt) ?? asDate(thing.createdAt) ?? asDate(thing.date)

export const changesOf = (thing: Values, otherwise: { at: number; by: string }) => ({
  created_at: createdAt(thing) ?? otherwise.at,
  created_by: asText(thing._createdBy) ?? asText(thing.createdBy) ?? otherwise.by,
  updated_at: asDate(thing._updatedAt) ?? asDate(thing.updatedAt) ?? null,
  updated_by: asText(thing._updatedBy) ?? asText(thing.updatedBy) ?? null,
})

export interface FileOf {
  readonly id: string
  /** Another name of it, by which some versions hand it out. */
  readonly otherId: string | undefined
  readonly name: string
  readonly contentType: string
  readonly size: number | undefined
  /** What its content must have, where the other system says so. */
  readonly sha256: string | undefined
  /** Where it is handed out, if not where all others are. */
  readonly path?: string
}

/** The file of a job, an artifact, an observable or a log. */
export function fileOf(attachment: unknown): FileOf | undefined {
  const given = asObject(attachment)
  const id = asText(given.id) ?? asText(given._id)
  if (id === undefined || id === '') return undefined
  const hashes = [id, ...asTexts(given.hashes)]
  return {
    id,
    otherId: asText(given._id),
    name: asText(given.name) ?? id,
    contentType: asText(given.contentType) ?? 'application/octet-stream',
    size: asNumber(given.size),
    sha256: hashes.find((hash) => /^[0-9a-f]{64}$/.test(hash)),
  }
}
