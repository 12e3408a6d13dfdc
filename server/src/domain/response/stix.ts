import { isObject } from '@assay/contract/objects'
import { badRequest } from '../errors.ts'

/** A technique as a catalog describes it. */
export interface ImportedPattern {
  readonly patternId: string
  readonly name: string
  readonly description: string
  readonly tactics: readonly string[]
  readonly url: string
  readonly revoked: boolean
  readonly platforms: readonly string[]
  readonly version: string
  readonly details: {
    readonly dataSources: readonly string[]
    readonly defenseBypassed: readonly string[]
    readonly permissionsRequired: readonly string[]
    readonly systemRequirements: readonly string[]
    readonly remoteSupport: boolean
    readonly detection: string
  }
}

const maxObjectBytes = 1024 ** 2
const maxText = 64 * 1024
const maxItems = 100
const [quote, backslash] = [0x22, 0x5c]
const opening = new Set([0x7b, 0x5b])
const closing = new Set([0x7d, 0x5d])
/** `{"objects": [{` */
const depthOfObjects = 3

/**
 * The objects of a STIX bundle one by one. The whole catalog is a text of 40 MB and more: it is never
 * parsed at once, so neither memory nor the event loop suffers.
 */
export async function* stixObjects(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Record<string, unknown>> {
  let depth = 0
  let [isText, isEscaped] = [false, false]
  let parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    let start = depth >= depthOfObjects ? 0 : -1
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isText = false
      } else if (byte === quote) isText = true
      else if (opening.has(byte)) {
        depth += 1
        if (depth === depthOfObjects) start = index
      } else if (closing.has(byte)) {
        depth -= 1
        if (depth !== depthOfObjects - 1 || start < 0) continue
        yield parsed([...parts, chunk.subarray(start, index + 1)])
        ;[parts, size, start] = [[], 0, -1]
      }
    }
    if (start < 0) continue
    size += chunk.length - start
    if (size > maxObjectBytes) throw badRequest('Invalid STIX bundle: an object is not closed')
    parts.push(chunk.slice(start))
  }
  if (depth !== 0) throw badRequest('Invalid STIX bundle: the file is truncated')
}

function parsed(parts: readonly Uint8Array[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    throw badRequest('Invalid STIX bundle: an object is not valid JSON')
  }
}

/** Undefined for anything but an ATT&CK technique. */
export function attackPattern(object: Record<string, unknown>): ImportedPattern | undefined {
  if (object.type !== 'attack-pattern') return undefined
  const reference = listOf(object.external_references)
    .filter(isObject)
    .find(({ source_name }) => /^mitre(-\w+)*-attack$/.test(text(source_name)))
  const patternId = text(reference?.external_id)
  const name = text(object.name)
  if (!/^T\d{4}(\.\d{3})?$/.test(patternId) || name === '') return undefined
  return {
    patternId,
    name: name.slice(0, 512),
    description: text(object.description),
    tactics: listOf(object.kill_chain_phases)
      .filter(isObject)
      .filter(({ kill_chain_name }) => /^mitre(-\w+)*-attack$/.test(text(kill_chain_name)))
      .map(({ phase_name }) => text(phase_name))
      .filter((phase) => /^[a-z-]{1,64}$/.test(phase)),
    url: text(reference?.url).slice(0, 1_024),
    revoked: object.revoked === true || object.x_mitre_deprecated === true,
    platforms: texts(object.x_mitre_platforms),
    version: text(object.x_mitre_version).slice(0, 32),
    details: {
      dataSources: texts(object.x_mitre_data_sources),
      defenseBypassed: texts(object.x_mitre_defense_bypassed),
      permissionsRequired: texts(object.x_mitre_permissions_required),
      systemRequirements: texts(object.x_mitre_system_requirements),
      remoteSupport: object.x_mitre_remote_support === true,
      detection: text(object.x_mitre_detection),
    },
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxItems) : [])
// PostgreSQL stores no NUL.
const text = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, maxText).replaceAll('\0', '') : ''
const texts = (value: unknown): string[] =>
  listOf(value)
    .map((item) => text(item).slice(0, 256))
    .filter((item) => item !== '')
