import { actors, isActor } from '../../domain/actors.ts'

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
  return moment !== undefined && moment > 0 && moment <= lastMoment ? moment : undefined
}

/** Later ones are not dates at all: formatting them would fail. */
const lastMoment = 8.64e15

export const asFlag = (value: unknown): number => (value === true ? 1 : 0)

/** TLP and PAP; newer platforms know more levels, of which the last is the strictest here too. */
export const asLevel = (value: unknown): number => Math.min(3, Math.max(0, asNumber(value) ?? 2))

export const asTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => asText(item) ?? []) : []

/** As JSON text without U+0000, which could be escaped in it. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => asText(inner) ?? inner)

/** An index of a database takes no longer one. */
const maxId = 512

export const idOf = (thing: Values): string | undefined => {
  const id = asText(thing.id) ?? asText(thing._id)
  return id === undefined || id.length > maxId ? undefined : id
}

const maxAuthor = 256

/** A user there. None is the program here, whatever the other server says. */
export const asAuthor = (value: unknown): string | undefined => {
  const author = asText(value)?.slice(0, maxAuthor)
  return author !== undefined && isActor(author) ? actors.import : author
}

/** Older systems and version 0 write `createdAt`, version 1 `_createdAt`. */
export const createdAt = (thing: Values): number | undefined =>
  asDate(thing._createdAt) ?? asDate(thing.createdAt) ?? asDate(thing.date)

export const changesOf = (thing: Values, otherwise: { at: number; by: string }) => ({
  created_at: createdAt(thing) ?? otherwise.at,
  created_by: asAuthor(thing._createdBy) ?? asAuthor(thing.createdBy) ?? otherwise.by,
  updated_at: asDate(thing._updatedAt) ?? asDate(thing.updatedAt) ?? null,
  updated_by: asAuthor(thing._updatedBy) ?? asAuthor(thing.updatedBy) ?? null,
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
  const id = idOf(given)
  if (id === undefined || id === '') return undefined
  const hashes = [id, ...asTexts(given.hashes)]
  return {
    id,
    otherId: asText(given._id),
    name: (asText(given.name) ?? id).slice(0, 1_024),
    contentType: (asText(given.contentType) ?? 'application/octet-stream').slice(0, 255),
    size: asNumber(given.size),
    sha256: hashes.find((hash) => /^[0-9a-f]{64}$/.test(hash)),
  }
}
