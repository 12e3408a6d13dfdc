import { createHash } from 'node:crypto'

/** An observable as it leaves: a value, or a file by its name and hash. */
export interface ExchangedItem {
  readonly dataType: string
  readonly value: string
  /** Of a file, whose name is the value. */
  readonly sha256?: string
  readonly message?: string
  /** The answer about it in one sentence. */
  readonly headline?: string
  /** Marked as one by a user. */
  readonly isIndicator?: boolean
  /** What an analyst decided about it, which says whether it goes to sensors. */
  readonly decided?: 'safe' | 'suspicious' | 'malicious'
  readonly decidedAt?: number
}

/** What a job, or whatever else has observables, hands to other platforms. */
export interface Exchanged {
  /** Stays the same however often it is exported. */
  readonly id: string
  readonly title: string
  readonly date: number
  readonly tlp: number
  readonly verdict?: string
  readonly items: readonly ExchangedItem[]
}

type Json = Readonly<Record<string, unknown>>

const iso = (moment: number) => new Date(moment).toISOString()
/** The STIX namespace for ids of observables: the same address always gets the same id. */
const observables = '00abedb4-aa42-466c-9c01-fed23315a9b7'
const ours = '5d5ed2b0-2b7e-5f0c-9d6c-6f0d6a6a3b1e'

/** RFC 9562, version 5. */
function uuidOf(namespace: string, name: string): string {
  const hash = createHash('sha1').update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
  const bytes = hash.update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const hashNames: Readonly<Record<number, readonly [stix: string, misp: string]>> = {
  32: ['MD5', 'md5'],
  40: ['SHA-1', 'sha1'],
  64: ['SHA-256', 'sha256'],
  128: ['SHA-512', 'sha512'],
}

/** What the standard prescribes for the levels of the traffic light protocol. */
const markings = [
  '613f2e26-407d-48c7-9eca-b8e91df99dc9',
  '34098fce-860f-48ae-8e50-ebd3cc5e41da',
  'f88d31f6-486f-44da-b317-01333bde0b82',
  '5e57c739-391a-4eb3-b6be-7d15ca92d5ed',
]
const levelNames = ['white', 'green', 'amber', 'red']
const levelOf = (tlp: number) => Math.min(3, Math.max(0, Math.trunc(tlp)))

/** A bundle of STIX 2.1: the observables, and a report that refers to them. */
export function stixBundle(exchanged: Exchanged): Json {
  const { id, title, date, tlp, verdict, items } = exchanged
  const marked = { object_marking_refs: [`marking-definition--${markings[levelOf(tlp)]}`] }
  const known = items.flatMap((item) => {
    const object = cyberObservable(item)
    const isBad = item.decided === 'malicious'
    return object ? [{ object: { ...object, ...marked }, headline: item.headline, isBad }] : []
  })
  const found = new Map(known.map(({ object }) => [object.id, object]))
  const made = { spec_version: '2.1', created: iso(date), modified: iso(date) }
  const identity = {
    type: 'identity',
    ...made,
    id: `identity--${uuidOf(ours, 'assay')}`,
    created: iso(0),
    modified: iso(0),
    name: 'Assay',
    identity_class: 'system',
  }
  // Observables of STIX have no room for words. Another sentence is another note, not a version of it.
  const notes = new Map(
    known.flatMap(({ object, headline }) => {
      if (headline === undefined) return []
      const note = {
        type: 'note',
        ...made,
        ...marked,
        id: `note--${uuidOf(ours, `${id} ${object.id} ${headline}`)}`,
        created_by_ref: identity.id,
        content: headline,
        object_refs: [object.id],
      }
      return [[note.id, note] as const]
    }),
  )
  // Only of what an analyst calls malicious.
  const indicators = new Map(
    known.flatMap(({ object, isBad }) => {
      const pattern = isBad ? patternOf(object) : undefined
      if (pattern === undefined) return []
      const indicator = {
        type: 'indicator',
        ...made,
        ...marked,
        id: `indicator--${uuidOf(ours, `${id} ${object.id}`)}`,
        created_by_ref: identity.id,
        indicator_types: ['malicious-activity'],
        pattern,
        pattern_type: 'stix',
        valid_from: iso(date),
      }
      return [[indicator.id, indicator] as const]
    }),
  )
  const report = {
    type: 'report',
    ...made,
    ...marked,
    id: `report--${uuidOf(ours, id)}`,
    created_by_ref: identity.id,
    name: title,
    published: iso(date),
    report_types: ['observed-data'],
    ...(verdict === undefined ? {} : { labels: [`verdict:${verdict}`] }),
    // A report must refer to something, also where no observable has a form in STIX.
    object_refs: [identity.id, ...found.keys(), ...indicators.keys(), ...notes.keys()],
  }
  return {
    type: 'bundle',
    id: `bundle--${uuidOf(ours, `bundle ${id}`)}`,
    objects: [identity, ...found.values(), ...indicators.values(), ...notes.values(), report],
  }
}

const quoted = (text: unknown) =>
  `'${String(text).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** What sensors look for. */
function patternOf(object: Json): string | undefined {
  const { type, value, number, key, hashes, name } = object
  if (typeof value === 'string') return `[${type}:value = ${quoted(value)}]`
  if (typeof number === 'number') return `[${type}:number = ${number}]`
  if (typeof key === 'string') return `[${type}:key = ${quoted(key)}]`
  const [hash] = Object.entries((hashes ?? {}) as Record<string, string>)
  if (hash) return `[file:hashes.${quoted(hash[0])} = ${quoted(hash[1])}]`
  return typeof name === 'string' ? `[file:name = ${quoted(name)}]` : undefined
}

function cyberObservable({ dataType, value, sha256 }: ExchangedItem) {
  const made = (type: string, properties: Json) => ({
    type,
    spec_version: '2.1',
    // Their names are in order already, as the standard requires.
    id: `${type}--${uuidOf(observables, JSON.stringify(properties))}`,
    ...properties,
  })
  switch (dataType) {
    case 'ip':
      return made(value.includes(':') ? 'ipv6-addr' : 'ipv4-addr', { value })
    case 'domain':
    case 'fqdn':
    case 'hostname':
      return made('domain-name', { value })
    case 'url':
      return made('url', { value })
    case 'mail':
      return made('email-addr', { value })
    case 'autonomous-system':
      return /^AS\d{1,10}$/.test(value)
        ? made('autonomous-system', { number: Number(value.slice(2)) })
        : undefined
    case 'registry':
      return made('windows-registry-key', { key: value })
    case 'file':
      return made('file', {
        ...(sha256 === undefined ? {} : { hashes: { 'SHA-256': sha256 } }),
        name: value,
      })
    case 'filename':
      return made('file', { name: value })
    case 'hash': {
      const name = hashNames[value.length]
      return name && made('file', { hashes: { [name[0]]: value.toLowerCase() } })
    }
    default:
      return undefined
  }
}

const threatLevels: Readonly<Record<string, string>> = { malicious: '1', suspicious: '2' }

/** An event of MISP, as its import takes it. */
export function mispEvent({ id, title, date, tlp, verdict, items }: Exchanged): Json {
  return {
    Event: {
      uuid: uuidOf(ours, id),
      info: title,
      date: iso(date).slice(0, 10),
      timestamp: String(Math.floor(date / 1000)),
      threat_level_id: threatLevels[verdict ?? ''] ?? '4',
      analysis: '2',
      // Only the organization of who imports it: to share it is a decision of people.
      distribution: '0',
      Tag: [{ name: `tlp:${levelNames[levelOf(tlp)]}` }],
      Attribute: items.map((item) => {
        const [category, type, value] = attributeOf(item)
        return {
          uuid: uuidOf(ours, `${id}\n${type}\n${value}`),
          category,
          type,
          value,
          // Found is not yet bad: what goes to sensors is a decision of people, too.
          to_ids: goesToSensors(item),
          comment: item.message ?? '',
          ...falsePositive(item, `${id}\n${type}\n${value}`),
        }
      }),
    },
  }
}

/** As a sighting of type 1, which MISP counts against the attribute. */
const falsePositive = ({ decided, decidedAt }: ExchangedItem, attribute: string) =>
  decided === 'safe' && decidedAt !== undefined
    ? {
        Sighting: [
          {
            uuid: uuidOf(ours, `${attribute}\nfalse positive ${decidedAt}`),
            type: '1',
            date_sighting: String(Math.floor(decidedAt / 1000)),
            source: 'Assay',
          },
        ],
      }
    : {}

// guard (open = item.isIndicator ?? false): server/src/domain/report-exchange.test.ts
const goesToSensors = (item: ExchangedItem): boolean =>
  item.decided === 'malicious' || (item.isIndicator === true && item.decided !== 'safe')

const attributeTypes: Readonly<Record<string, readonly [category: string, type: string]>> = {
  ip: ['Network activity', 'ip-dst'],
  domain: ['Network activity', 'domain'],
  fqdn: ['Network activity', 'hostname'],
  hostname: ['Network activity', 'hostname'],
  url: ['Network activity', 'url'],
  mail: ['Network activity', 'email'],
  'user-agent': ['Network activity', 'user-agent'],
  'autonomous-system': ['Network activity', 'AS'],
  registry: ['Artifacts dropped', 'regkey'],
  filename: ['Payload delivery', 'filename'],
  cve: ['External analysis', 'vulnerability'],
}

function attributeOf({ dataType, value, sha256 }: ExchangedItem) {
  const hash = dataType === 'hash' ? hashNames[value.length] : undefined
  if (hash) return ['Payload delivery', hash[1], value.toLowerCase()] as const
  if (dataType === 'file' && sha256 !== undefined)
    return [
      'Payload delivery',
      'filename|sha256',
      `${value.replaceAll('|', '_')}|${sha256}`,
    ] as const
  const [category, type] = attributeTypes[dataType] ?? ['Other', 'text']
  return [category, type, value] as const
}
