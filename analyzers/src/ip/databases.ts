import { Reader, type Response } from 'mmdb-lib'
import { fail, parsedFiles, type Resource, unusableFiles } from '../kit/index.ts'

export interface Place {
  readonly countryCode?: string
  readonly country?: string
  readonly city?: string
  readonly asn?: number
  readonly owner?: string
}

export interface Sourced extends Place {
  readonly database: string
  /** Owners move: how old the answer is belongs to the answer. */
  readonly built: string
}

/** The largest public ones have 200 MB; they stay in memory, outside of the heap. */
const maxBytes = 1024 ** 3
/** In each thread, for all organizations. */
const keepBytes = 256 * 1024 ** 2

type AnyReader = Reader<Response>

/** What the files of the user say, file by file. */
export async function placesOf(databases: readonly Resource[], address: string) {
  const places: Sourced[] = []
  const unusable = unusableFiles()
  let checked = 0
  for (const file of databases.flatMap(({ files }) => files)) {
    const found = await unusable.attempt(async () => {
      const reader = await openDatabase(file)
      return { reader, record: lookUp(reader, file.name, address) }
    })
    if (!found) continue
    checked += 1
    if (found.record === null) continue
    const { databaseType, buildEpoch } = found.reader.metadata
    places.push({ ...placeOf(found.record), database: databaseType, built: dateOf(buildEpoch) })
  }
  unusable.failIfNothingElse(checked)
  return { places, incomplete: unusable.reasons }
}

function lookUp(reader: AnyReader, name: string, address: string) {
  // An IPv4-only database has no entries for the others.
  if (address.includes(':') && reader.metadata.ipVersion === 4) return null
  try {
    return reader.get(address) as Readonly<Record<string, unknown>> | null
  } catch {
    return fail(`The database ${name} is corrupt`)
  }
}

/** Kept until the file changes: the providers replace them every week. */
const openDatabase = parsedFiles(
  { what: 'an MMDB database', keepBytes },
  (file) => new Reader<Response>(file.read(maxBytes)),
)

/** The forms of the well-known providers: nested records, and flat ones with plain names. */
function placeOf(record: Readonly<Record<string, unknown>>): Place {
  const country = objectOf(record.country ?? record.registered_country)
  const countryCode = textOf(country.iso_code) ?? textOf(record.country_code ?? record.country)
  const name = textOf(objectOf(country.names).en) ?? textOf(record.country_name)
  const city = textOf(objectOf(objectOf(record.city).names).en) ?? textOf(record.city)
  const asn = numberOf(record.autonomous_system_number ?? record.asn)
  const owner = textOf(
    record.autonomous_system_organization ?? record.as_name ?? record.organization,
  )
  return {
    ...(countryCode === undefined ? {} : { countryCode }),
    ...(name === undefined ? {} : { country: name }),
    ...(city === undefined ? {} : { city }),
    ...(asn === undefined ? {} : { asn }),
    ...(owner === undefined ? {} : { owner }),
  }
}

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** `15169` or `AS15169`. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number(value.replace(/^AS/i, '')) : Number(value)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

const dateOf = (value: Date) =>
  Number.isNaN(value.getTime()) ? 'unknown' : value.toISOString().slice(0, 10)
