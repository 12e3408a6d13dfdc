import { formatAddress, parseAddress, refang, reservedRange } from '@assay/contract/detect'
import { getDomain, parse } from 'tldts'
import {
  type Artifact,
  artifact,
  defineAnalyzer,
  type Finding,
  fail,
  finding,
  type Job,
  notApplicable,
  specialUseOf,
} from '../kit/index.ts'
import { type OutgoingAnswer, send } from '../kit/outgoing.ts'
import { nameOfRole, type Registration, registrationOf } from './answer.ts'
import { listFor, type Question, type Services, serverFor, servicesOf } from './bootstrap.ts'
import { rdapDescription } from './description.ts'

const day = 86_400_000
/** The lists change a few times a month. */
const keptLists = day
const maxLists = 20
const lists = new Map<string, { readonly until: number; readonly services: Services }>()

export const analyzer = defineAnalyzer({
  ...rdapDescription,
  async run({ dataType, data }, job) {
    const question = questionOf(dataType, refang(data).trim())
    const ask = (url: string) =>
      send(url, job, {
        headers: { accept: 'application/rdap+json, application/json' },
        maxRedirects: 5,
        maxBytes: 4 * 1024 * 1024,
      })
    const server = job.config.server ?? (await knownServer(question, job, ask))
    const answer = await ask(`${slash(server)}${question.kind}/${encodeURI(question.value)}`)
    if (answer.status === 404)
      return {
        taxonomies: [],
        namespace: 'RDAP',
        findings: [finding('rdap.not-registered', { value: question.value })],
        full: { ...question, server: answer.url, isRegistered: false },
      }
    if (answer.status === 429) fail('RDAP server rate limit reached. Try again later')
    if (answer.status !== 200) fail(`The RDAP server returned status ${answer.status}`)
    const document = jsonOf(answer)
    const registration = registrationOf(document)
    return {
      taxonomies: [],
      namespace: 'RDAP',
      findings: findingsOf(registration, question, job.config.young_days),
      full: {
        ...question,
        server: answer.url,
        isRegistered: true,
        ...registration,
        answer: document,
      },
      artifacts: artifactsOf(registration),
    }
  },
})

function questionOf(dataType: string, text: string): Question {
  if (dataType === 'ip') {
    const address = parseAddress(text) ?? fail('Not an IP address')
    const reserved = reservedRange(address)
    if (reserved)
      notApplicable(
        'reserved-address',
        `Address is not assigned to anyone: reserved (${reserved.meaning})`,
      )
    return { kind: 'ip', value: formatAddress(address) }
  }
  if (dataType === 'autonomous-system') {
    const [, number] = /^(?:AS)?\s?(\d{1,10})$/i.exec(text) ?? []
    if (number === undefined || Number(number) >= 2 ** 32) fail('Not an AS number')
    return { kind: 'autnum', value: String(Number(number)) }
  }
  const name = text.toLowerCase().replace(/\.$/, '')
  const use = parse(name).isIcann ? undefined : specialUseOf(name)
  if (use !== undefined)
    notApplicable(
      'special-use-name',
      `${name} is a special-use name (${use}): no one can register it`,
    )
  const domain = getDomain(text)
  if (domain === null) notApplicable('other', 'No registered domain in this name')
  return { kind: 'domain', value: domain }
}

async function knownServer(
  question: Question,
  {
    config,
    proxy,
    certificates,
  }: Pick<Job<{ bootstrap: string }>, 'config' | 'proxy' | 'certificates'>,
  ask: (url: string) => Promise<OutgoingAnswer>,
): Promise<string> {
  const url = `${slash(config.bootstrap)}${listFor(question)}`
  // Threads serve all organizations: what one got through a proxy and certificates of its own is
  // nothing that another may rely on.
  const key = JSON.stringify([url, proxy, certificates])
  const now = Date.now()
  let known = lists.get(key)
  if (!known || known.until < now) {
    const answer = await ask(url)
    if (answer.status !== 200) fail(`RDAP server list ${url} not found`)
    known = { until: now + keptLists, services: servicesOf(jsonOf(answer)) }
    if (lists.size >= maxLists) lists.delete(lists.keys().next().value ?? '')
    lists.set(key, known)
  }
  if (known.services.length === 0) fail(`RDAP server list ${url} is empty`)
  return (
    serverFor(known.services, question) ??
    // Not every registry runs one.
    notApplicable('other', `No known RDAP server for ${question.value}`)
  )
}

function findingsOf(
  registration: Registration,
  { kind, value }: Question,
  youngDays: number,
): Finding[] {
  const { registered, country, name } = registration
  const owner =
    kind === 'domain'
      ? nameOfRole(registration, 'registrar')
      : (nameOfRole(registration, 'registrant') ?? name)
  const age = registered === null ? null : Math.floor((Date.now() - Date.parse(registered)) / day)
  const isYoung = kind === 'domain' && age !== null && age < youngDays
  return [
    ...(kind === 'domain' && registered !== null
      ? [finding('rdap.registered', { value, date: registered.slice(0, 10) })]
      : []),
    ...(isYoung ? [finding('rdap.young', { value, days: age })] : []),
    ...(owner === null
      ? []
      : [finding(kind === 'domain' ? 'rdap.registrar' : 'rdap.holder', { value, owner })]),
    ...(country === null ? [] : [finding('rdap.country', { value, country })]),
  ]
}

const artifactsOf = ({ nameServers, contacts }: Registration): Artifact[] => [
  ...nameServers.map((name) =>
    artifact('fqdn', name, { kind: 'name server', message: 'name server' }),
  ),
  ...contacts
    .filter(({ roles }) => roles.includes('abuse'))
    .flatMap(({ mails }) =>
      mails.map((mail) => artifact('mail', mail, { kind: 'contact', message: 'abuse desk' })),
    ),
]

function jsonOf({ body, url }: OutgoingAnswer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Reported below, together with JSON that is not an object.
  }
  return fail(`${url} returned something other than JSON`)
}

const slash = (url: string) => (url.endsWith('/') ? url : `${url}/`)
