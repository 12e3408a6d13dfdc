type Values = Readonly<Record<string, unknown>>

/** The parts of an answer that people look for; the rest is in `full.answer`. */
export interface Registration {
  readonly handle: string | null
  readonly name: string | null
  readonly status: readonly string[]
  readonly registered: string | null
  readonly changed: string | null
  readonly expires: string | null
  readonly nameServers: readonly string[]
  readonly isSigned: boolean | null
  readonly country: string | null
  readonly range: string | null
  readonly contacts: readonly Contact[]
}

export interface Contact {
  readonly roles: readonly string[]
  readonly name: string | null
  readonly mails: readonly string[]
}

const maxEntries = 100
const longest = 500
/** Contacts have contacts: a registrar has an abuse desk. */
const deepest = 3

export const registrationOf = (answer: Values): Registration => ({
  handle: text(answer.handle),
  name: text(answer.ldhName) ?? text(answer.name),
  status: texts(answer.status),
  registered: eventOf(answer, 'registration'),
  changed: eventOf(answer, 'last changed'),
  expires: eventOf(answer, 'expiration'),
  nameServers: objects(answer.nameservers).flatMap(
    ({ ldhName }) => text(ldhName)?.toLowerCase().replace(/\.$/, '') ?? [],
  ),
  isSigned: flag(object(answer.secureDNS).delegationSigned),
  country: text(answer.country),
  range: rangeOf(answer),
  contacts: contactsOf(answer, deepest).slice(0, maxEntries),
})

export const nameOfRole = (registration: Registration, role: string): string | null =>
  registration.contacts.find(({ roles, name }) => name !== null && roles.includes(role))?.name ??
  null

function rangeOf(answer: Values): string | null {
  const networks = objects(answer.cidr0_cidrs).flatMap(({ v4prefix, v6prefix, length }) => {
    const prefix = text(v4prefix) ?? text(v6prefix)
    return prefix !== null && typeof length === 'number' ? [`${prefix}/${length}`] : []
  })
  if (networks.length > 0) return networks.join(', ').slice(0, longest)
  const [first, last] = [text(answer.startAddress), text(answer.endAddress)]
  if (first !== null && last !== null) return `${first} - ${last}`
  const { startAutnum, endAutnum } = answer
  if (typeof startAutnum !== 'number') return null
  return startAutnum === endAutnum ? `AS${startAutnum}` : `AS${startAutnum} - AS${endAutnum}`
}

function eventOf(answer: Values, action: string): string | null {
  const event = objects(answer.events).find(({ eventAction }) => eventAction === action)
  const time = Date.parse(text(event?.eventDate) ?? '')
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

const contactsOf = (answer: Values, depth: number): Contact[] =>
  depth === 0
    ? []
    : objects(answer.entities).flatMap((entity) => {
        const card = cardOf(entity)
        const own = {
          roles: texts(entity.roles),
          name: card('fn')[0] ?? card('org')[0] ?? null,
          mails: card('email'),
        }
        return [own, ...contactsOf(entity, depth - 1)]
      })

/** A vCard as nested lists, RFC 7095: `["vcard", [["fn", {}, "text", "Example Ltd"]]]`. */
function cardOf({ vcardArray }: Values) {
  const entries = Array.isArray(vcardArray) && Array.isArray(vcardArray[1]) ? vcardArray[1] : []
  return (wanted: string): string[] =>
    entries
      .slice(0, maxEntries)
      .flatMap((entry) =>
        Array.isArray(entry) && entry[0] === wanted ? (text(entry[3]) ?? []) : [],
      )
}

const text = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, longest) : null

const flag = (value: unknown) => (typeof value === 'boolean' ? value : null)

const texts = (value: unknown) =>
  Array.isArray(value) ? value.slice(0, maxEntries).flatMap((entry) => text(entry) ?? []) : []

const object = (value: unknown): Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {}

const objects = (value: unknown): Values[] =>
  Array.isArray(value) ? value.slice(0, maxEntries).map(object) : []
