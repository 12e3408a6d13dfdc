import { extract } from '@assay/contract/detect'
import { checkJson, itemsOf, type JsonSpan } from './json-text.ts'

interface ArtifactBase {
  readonly dataType: string
  readonly tlp: number
  readonly tags: readonly string[]
  readonly message: string | null
  /** What it is to the observable, as the report says. */
  readonly kind?: string
}

export interface DataArtifact extends ArtifactBase {
  readonly data: string
}

export interface FileArtifact extends ArtifactBase {
  /** Name in the output folder; untrusted until the folder has opened it. */
  readonly file: string
  /** Name to show: no path, no control characters. */
  readonly filename: string
  readonly contentType: string
  /** Where it was inside the observable, to show; neither stored nor on the wire. */
  readonly path?: string
  /** At most so many bytes, if fewer than files in general may have. */
  readonly maxBytes?: number
}

export type ReportArtifact = DataArtifact | FileArtifact

/** More than any report of the public catalog; each becomes a row. */
const maxArtifacts = 10_000
const maxPathLength = 4096
/** A longer item is not an observable; reading it would only cost memory. */
const maxItemLength = 1_048_576

/**
 * The items that can be stored. One that cannot (null, without type or data) is left out and takes
 * nothing with it; so are repetitions, and the observable itself, which says nothing new.
 */
export function artifactsOf(
  text: string,
  array: JsonSpan,
  observable?: { readonly dataType: string; readonly data?: string | null | undefined },
): ReportArtifact[] {
  const found: ReportArtifact[] = []
  const seen = new Set<string>()
  if (observable?.data != null) seen.add(keyOf(observable.dataType, observable.data))

  for (const span of itemsOf(text, array)) {
    if (span.kind !== 'object' || span.end - span.start > maxItemLength) continue
    const artifact = readArtifact(text.slice(span.start, span.end))
    if (!artifact) continue
    const key = keyOf(artifact.dataType, 'file' in artifact ? artifact.file : artifact.data)
    if (seen.has(key)) continue
    seen.add(key)
    found.push(artifact)
    if (found.length === maxArtifacts) break
  }
  return found
}

/** A search of this much text takes half a second. */
const longestSearched = 4_194_304

/** Observables in the texts of a report whose program names none itself. */
export function extractedArtifacts(
  full: string,
  observable?: { readonly dataType: string; readonly data?: string | null | undefined },
): DataArtifact[] {
  const texts: string[] = []
  let length = 0
  // Keys are looked at too: many reports are a table by address.
  JSON.parse(full, (key, value: unknown) => {
    for (const text of [key, value])
      if (typeof text === 'string' && length < longestSearched) {
        texts.push(text)
        length += text.length
      }
    return null
  })
  return extract(texts.join('\n').slice(0, longestSearched), { max: maxArtifacts })
    .filter(({ value }) => value !== observable?.data)
    .map(({ dataType, value, kind }) => ({
      dataType,
      data: value,
      tlp: 2,
      tags: kind ? [kind] : [],
      message: null,
    }))
}

/** No data type holds a line break that the data could imitate. */
const keyOf = (dataType: string, data: string) => `${dataType}\n${data}`

/** The file that an item names, if it has what one needs. */
export function fileArtifact(item: Record<string, unknown>): FileArtifact | undefined {
  const artifact = readItem(item, '')
  return artifact && 'file' in artifact ? artifact : undefined
}

const readArtifact = (json: string) => readItem(JSON.parse(json), json)

function readItem(item: Record<string, unknown>, json: string): ReportArtifact | undefined {
  const dataType = cleanText(item.dataType)
  if (!dataType || dataType.length > 64 || dataType.includes('\n')) return undefined
  const base = {
    dataType,
    tlp: readTlp(item.tlp),
    tags: readTags(item.tags),
    message: cleanText(item.message) ?? null,
    ...(typeof item.kind === 'string' ? { kind: item.kind.slice(0, 40) } : {}),
  }
  if (dataType === 'file') return readFile(item, base)
  const data = typeof item.data === 'number' ? numberText(json) : cleanText(item.data)
  return data ? { ...base, data } : undefined
}

function readFile(item: Record<string, unknown>, base: ArtifactBase): FileArtifact | undefined {
  const { file, filename, contentType } = item
  if (typeof file !== 'string' || typeof filename !== 'string' || !file || !filename) {
    return undefined
  }
  const path = cleanText(item.path)?.slice(0, maxPathLength)
  return {
    ...base,
    file,
    filename: shownName(filename),
    contentType: mediaType(contentType),
    ...(path ? { path } : {}),
  }
}

/** As it was written: 12345678901234567890 is an identifier, not 12345678901234567000. */
function numberText(json: string): string {
  const [, span] = checkJson(json, new Set(['data'])).members.at(-1) ?? []
  return json.slice(span?.start, span?.end)
}

function readTlp(value: unknown): number {
  const tlp = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof tlp !== 'number' || !Number.isFinite(tlp)) return 2
  return Math.min(3, Math.max(0, Math.trunc(tlp)))
}

const readTags = (value: unknown) =>
  Array.isArray(value) ? [...new Set(value.flatMap((tag) => cleanText(tag) || []))] : []

/** PostgreSQL keeps no U+0000 in a text. */
const cleanText = (value: unknown) =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : undefined

/** The last part only, whichever way the slashes lean, at most 255 characters. */
function shownName(filename: string): string {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const name = last.replace(/[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]/g, '').slice(-255)
  return name === '' || name === '.' || name === '..' ? 'file' : name
}

const mediaType = (value: unknown) =>
  typeof value === 'string' && /^[\w.+-]{1,127}\/[\w.+-]{1,127}$/.test(value)
    ? value
    : 'application/octet-stream'
