import { badRequest } from '../errors.ts'
import { dataTypeOf } from '../misp-types.ts'

/** An attribute as an observable; of one whose value has two parts, both are. */
export interface MispObservable {
  readonly dataType: string
  readonly data: string
  readonly message?: string
  readonly ioc: boolean
  /** Where the attribute has one of its own. */
  readonly tlp?: number
  readonly tags: readonly string[]
}

export interface MispCase {
  readonly title: string
  readonly description: string
  readonly severity: number
  readonly tlp?: number
  readonly pap?: number
  readonly startDate?: number
  readonly tags: readonly string[]
  readonly observables: readonly MispObservable[]
}

export const maxMispAttributes = 10_000

/** Fewer, instead of a refusal where there are more. */
interface Cut {
  readonly maxObservables: number
}

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsIn = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown, maxLength: number): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).replaceAll('\0', '').slice(0, maxLength).toWellFormed()
    : ''

/** An event as MISP exports it, alone or in `Event` or `response`. Tells what becomes no observable. */
// guards: misp-event.test.ts
export function caseOfEvent(
  json: unknown,
  isType: (dataType: string) => boolean,
  cut?: Cut,
): MispCase {
  const event = eventIn(json)
  const info = isObject(event) ? textOf(event.info, 512).trim() : ''
  if (!isObject(event) || info === '')
    throw badRequest(
      'Could not convert json to MISP event. Send the export of one event with its info',
    )
  const attributes = attributesOf(event)
  if (cut === undefined && attributes.length > maxMispAttributes)
    throw badRequest(
      `The MISP event has ${attributes.length} attributes; at most ${maxMispAttributes} are imported`,
    )
  const tags = tagsOf(event)
  const left = new Map<string, number>()
  const all = attributes.flatMap((attribute) => {
    const found = observablesOf(attribute).filter(({ dataType }) => isType(dataType))
    const type = textOf(attribute.type, 64) || 'no type'
    if (found.length === 0) left.set(type, (left.get(type) ?? 0) + 1)
    return found
  })
  // Those that are meant for detection first: the limit cuts context, not indicators.
  const observables =
    cut === undefined || all.length <= cut.maxObservables
      ? all
      : all.toSorted((a, b) => Number(b.ioc) - Number(a.ioc)).slice(0, cut.maxObservables)
  const startDate = Date.parse(`${textOf(event.date, 10)}T00:00:00Z`)
  const tlp = levelOf(tags, 'tlp')
  const pap = levelOf(tags, 'pap')
  return {
    title: info,
    description: describe(event, left, { count: observables.length, of: all.length }),
    severity: severityOf(event.threat_level_id),
    ...(tlp !== undefined && { tlp }),
    ...(pap !== undefined && { pap }),
    ...(startDate >= 0 && { startDate }),
    tags,
    observables,
  }
}

function eventIn(json: unknown): unknown {
  const [first] = Array.isArray(json) ? json : [json]
  if (!isObject(first)) return undefined
  if (first.Event !== undefined) return first.Event
  return first.response === undefined ? first : eventIn(first.response)
}

/** Those of its objects, too; deleted ones are what a server keeps for others to delete. */
const attributesOf = (event: Json): Json[] =>
  [event, ...objectsIn(event.Object)]
    .filter((holder) => !isDeleted(holder))
    .flatMap(({ Attribute }) => objectsIn(Attribute))
    .filter((attribute) => !isDeleted(attribute))

const isDeleted = ({ deleted }: Json) => deleted === true || deleted === 1 || deleted === '1'

const maxTags = 100
const tagsOf = (of: Json): string[] => [
  ...new Set(
    objectsIn(of.Tag)
      .map(({ name }) => textOf(name, 256))
      .filter((name) => name !== '')
      .slice(0, maxTags),
  ),
]

/** `domain|ip` and the like: one value of each type. */
function observablesOf(attribute: Json): MispObservable[] {
  const type = textOf(attribute.type, 64)
  const types = (type === 'malware-sample' ? 'filename|md5' : type).split('|')
  const value = textOf(attribute.value, 1_048_576)
  const values = types.length === 1 ? [value] : value.split('|')
  const message = textOf(attribute.comment, 10_000)
  const tags = tagsOf(attribute)
  const tlp = levelOf(tags, 'tlp')
  const common = {
    ...(tlp !== undefined && { tlp }),
    ...(message !== '' && { message }),
    ioc: attribute.to_ids === true || attribute.to_ids === 1 || attribute.to_ids === '1',
    tags,
  }
  return types.flatMap((type, index) => {
    // `domain|ip` is the only type that says it so.
    const dataType = type === 'ip' ? 'ip' : dataTypeOf(type)
    const data = values[index]?.trim() ?? ''
    return dataType === undefined || data === '' ? [] : [{ dataType, data, ...common }]
  })
}

/** 1 is high there, 4 undefined. */
const severityOf = (level: unknown): number => ({ '1': 3, '2': 2, '3': 1 })[String(level)] ?? 2

const levels: Readonly<Record<string, number>> = { white: 0, clear: 0, green: 1, amber: 2, red: 3 }
/** The strictest of several. */
function levelOf(tags: readonly string[], scheme: 'tlp' | 'pap'): number | undefined {
  const known = tags.flatMap((tag) => {
    const [, name = '', level = ''] = /^(tlp|pap):"?(white|clear|green|amber|red)/i.exec(tag) ?? []
    return name.toLowerCase() === scheme ? [levels[level.toLowerCase()] ?? 2] : []
  })
  return known.length === 0 ? undefined : Math.max(...known)
}

const maxTypesNamed = 20

function describe(
  event: Json,
  left: ReadonlyMap<string, number>,
  kept: { readonly count: number; readonly of: number },
): string {
  const organization = isObject(event.Orgc) ? plain(textOf(event.Orgc.name, 256)) : ''
  const lines = [
    `MISP event ${plain(textOf(event.uuid, 64) || textOf(event.id, 64))}`.trim() +
      (organization === '' ? '' : `, ${organization}`),
  ]
  const types = [...left].map(([type, count]) => `${plain(type)} (${count})`)
  const more = types.length - maxTypesNamed
  if (types.length > 0)
    lines.push(
      `Attributes not imported, because they are no observables: ${types.slice(0, maxTypesNamed).join(', ')}` +
        (more > 0 ? ` and ${more} other types` : ''),
    )
  if (kept.count < kept.of)
    lines.push(
      `Observables not imported: ${kept.of - kept.count}; the limit is ${kept.count}, those marked for detection (to_ids) first`,
    )
  return lines.join('\n\n')
}

/** What others wrote makes no link or image in our Markdown. */
const plain = (text: string) =>
  text.replace(/[\s\p{Cc}]+/gu, ' ').replace(/[\\`*_[\]()<>#!|@]/g, '\\$&')
