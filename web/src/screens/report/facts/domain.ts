import { dateOnly } from '../../../base/model/times.ts'
import { counted, text } from '../../../base/texts/index.ts'
import {
  type Content,
  fact,
  factsBlock,
  ownWordsOf,
  type Part,
  partsPanel,
  type Source,
  type Summary,
  strongOf,
  value,
  warning,
  words,
} from './model.ts'
import { type Reading, reading } from './reading.ts'
import { resemblance } from './url.ts'

/** What three analyzers know of a name, each of which may not have been asked. */
export interface DomainSources {
  readonly domain?: Source | undefined
  readonly registration?: Source | undefined
  readonly dns?: Source | undefined
}

const few = 4

/** 5.6: whose name it is, since when, and how mail and web are set up. */
export function domainSummary(sources: DomainSources): Summary | undefined {
  const name = reading(sources.domain?.full)
  const registration = reading(sources.registration?.full)
  const dns = reading(sources.dns?.full)
  const addresses = [...dns.texts('a'), ...dns.texts('aaaa')]
  const servers = [...new Set([...dns.texts('ns'), ...registration.texts('nameServers')])]
  const facts = [
    ...fact(text('facts.registrable'), strongOf(name.text('registrable'))),
    ...fact(text('facts.imitation'), resemblance(name), ...oddLetters(name)),
    ...fact(text('facts.age'), ...ageOf(registration)),
    ...fact(text('facts.addresses'), ...listed('ip', addresses)),
    ...fact(text('facts.mailSetup'), ...mailSetup(dns)),
    ...fact(text('facts.nameServers'), ...listed('fqdn', servers)),
    ...fact(text('facts.special'), ownWordsOf(name.text('specialUse'))),
  ]
  if (facts.length === 0) return undefined
  return {
    panels: [
      { title: text('facts.domain'), blocks: factsBlock(facts) },
      ...partsPanel(text('facts.leadsTo'), partsOf(addresses, servers, dns)),
    ],
    misfits: { ...name.misfits(), ...registration.misfits(), ...dns.misfits() },
  }
}

export const listed = (dataType: string, values: readonly string[]): Content[] => [
  ...values.slice(0, few).map((one) => value(dataType, one)),
  ...(values.length > few ? [words(text('facts.more', { count: values.length - few }))] : []),
]

function oddLetters(name: Reading): Content[] {
  const [shown, written] = [name.text('unicode'), name.text('name')]
  return shown !== undefined && shown !== written
    ? [warning(text('facts.hidesLetters', { shown }))]
    : []
}

const day = 86_400_000

function ageOf(registration: Reading): Content[] {
  const registered = registration.date('registered')
  const expires = registration.date('expires')
  const registrar = registrarOf(registration)
  if (registration.flag('isRegistered') === false) return [warning(text('facts.notRegistered'))]
  const days = registered === undefined ? 0 : Math.floor((Date.now() - registered) / day)
  return [
    ...(registered === undefined
      ? []
      : [
          words(
            `${counted('facts.days', Math.max(0, days))}, ${text('facts.since', { date: dateOnly(registered) })}`,
          ),
        ]),
    ...(registrar === undefined ? [] : [words(text('facts.by', { name: registrar }))]),
    ...(expires === undefined ? [] : [words(text('facts.until', { date: dateOnly(expires) }))]),
  ]
}

const registrarOf = (registration: Reading) =>
  registration
    .records('contacts')
    .map(reading)
    .find((contact) => contact.texts('roles').includes('registrar'))
    ?.text('name')

/** Three records in one sentence. */
function mailSetup(dns: Reading): Content[] {
  if (dns.text('name') === undefined) return []
  const exchanges = dns
    .records('mx')
    .flatMap((record) => reading(record).text('exchange') ?? [])
    .filter((exchange) => exchange !== '.')
  const spf = reading(dns.record('spf')).text('others')
  const policy = reading(dns.record('dmarc')).text('policy')
  const isOpen = exchanges.length > 0 && spf === undefined && policy === undefined
  const said = text('facts.mailSentence', {
    mx: exchanges.length > 0 ? text('facts.takesMail') : text('facts.noMail'),
    spf: spf === undefined ? text('facts.noSpf') : text('facts.spf', { others: spf }),
    dmarc: policy === undefined ? text('facts.noDmarc') : text('facts.dmarc', { policy }),
  })
  return [isOpen ? warning(said) : words(said)]
}

function partsOf(addresses: readonly string[], servers: readonly string[], dns: Reading): Part[] {
  const exchanges = dns.records('mx').flatMap((record) => reading(record).text('exchange') ?? [])
  return [
    ...addresses.map((data) => ({ dataType: 'ip', data, note: text('facts.address') })),
    ...exchanges
      .filter((host) => host.includes('.') && host !== '.')
      .map((data) => ({ dataType: 'fqdn', data, note: text('facts.mailServer') })),
    ...servers.map((data) => ({ dataType: 'fqdn', data, note: text('facts.nameServer') })),
  ]
}
