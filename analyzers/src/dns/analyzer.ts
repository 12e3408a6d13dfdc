import {
  formatAddress,
  isHostName,
  isReservedAddress,
  parseAddress,
  refang,
  reservedRange,
} from '@assay/contract/detect'
import { getDomain } from 'tldts'
import type { Finding, Findings } from '../kit/index.ts'
import { artifact, defineAnalyzer, fail, finding, notApplicable, taxonomy } from '../kit/index.ts'
import { type Ask, askNameServers } from './ask.ts'
import { dnsDescription } from './description.ts'
import { parseDmarc } from './dmarc.ts'
import { evaluateSpf, readSpf, type Spf } from './spf.ts'

export const analyzer = defineAnalyzer({
  ...dnsDescription,
  async run({ dataType, data }, job) {
    const { config, parameters } = job
    const text = refang(data).trim()
    const ask = askNameServers(config.resolvers, job)
    try {
      if (dataType === 'ip') return await aboutAddress(text, ask)
      const name = dataType === 'mail' ? text.slice(text.lastIndexOf('@') + 1) : text
      return await aboutName(asciiName(name), senderOf(parameters.ip), ask)
    } finally {
      ask.stop()
    }
  },
})

/** Names that only mean something inside a network; the resolver may know them, outsiders should not. */
const insideNames =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/

function asciiName(text: string): string {
  const plain = text.toLowerCase().replace(/\.$/, '')
  const name = URL.parse(`http://${plain}/`)?.hostname ?? ''
  if (/[/@:?#\\\s]/.test(plain) || parseAddress(name)) fail('Not a domain name')
  if (!name.includes('.') || insideNames.test(name))
    notApplicable('special-use-name', `${name} is an internal name`)
  if (!isHostName(name)) fail('Not a domain name')
  return name
}

function senderOf(value: unknown) {
  if (typeof value !== 'string' || value === '') return undefined
  return parseAddress(value) ?? fail('Parameter ip is not an IP address')
}

async function aboutName(
  name: string,
  sender: ReturnType<typeof senderOf>,
  ask: Ask,
): Promise<Findings> {
  const owner = getDomain(name)
  const [a, aaaa, mx, txt, ns, caa] = await Promise.all([
    ask.a(name),
    ask.aaaa(name),
    ask.mx(name),
    ask.txt(name),
    ask.ns(name),
    caaOf(name, ask),
  ])
  const spf = await readSpf(name, ask)
  const dmarc = await dmarcOf(name, owner, ask)
  const addresses = [...a, ...aaaa]
  const inside = addresses.filter(isReservedAddress)
  const mailHosts = mx.toSorted((one, other) => one.priority - other.priority)
  const takesMail = mailHosts.some(({ exchange }) => exchange !== '' && exchange !== '.')
  const result = spf && sender ? evaluateSpf(spf, sender) : null
  return {
    taxonomies: [
      taxonomy('info', 'DNS', 'Addresses', addresses.length),
      ...(inside.length > 0 ? [taxonomy('info', 'DNS', 'Reserved', inside[0] as string)] : []),
      ...(takesMail ? [taxonomy('info', 'DNS', 'MX', mailHosts.length)] : []),
    ],
    findings: [
      spfFinding(name, spf),
      ...(result && sender ? [senderFinding(name, formatAddress(sender), result)] : []),
      dmarc
        ? finding('dns.dmarc', { name, policy: dmarc.policy })
        : finding('dns.no-dmarc', { name }),
    ],
    full: { name, a, aaaa, mx: mailHosts, ns, txt, caa, spf, spfResult: result, dmarc },
    artifacts: [
      ...addresses
        .filter((address) => !isReservedAddress(address))
        .map((address) =>
          artifact('ip', address, { kind: 'address', message: `address of ${name}` }),
        ),
      ...mailHosts
        .filter(({ exchange }) => isHostName(exchange))
        .map(({ exchange }) =>
          artifact('fqdn', exchange, { kind: 'mail server', message: 'mail server' }),
        ),
      ...ns
        .filter(isHostName)
        .map((host) => artifact('fqdn', host, { kind: 'name server', message: 'name server' })),
    ],
  }
}

/** A record that lets the whole world send is worse than none; a broken one protects nothing. */
function spfFinding(name: string, spf: Spf | null): Finding {
  if (!spf) return finding('dns.no-spf', { name })
  if (spf.others === 'pass')
    return finding('dns.everybody-sends', { name, record: spf.policy.record ?? '' })
  return spf.problems.length > 0
    ? finding('dns.spf-faulty', { name, problem: spf.problems.join('; ') })
    : finding('dns.spf', { name, others: spf.others })
}

const senderFinding = (name: string, address: string, result: string) =>
  finding(result === 'fail' ? 'dns.sender-refused' : 'dns.sender', { name, address, result })

/** RFC 8659 §3: the nearest name above that has records decides. */
async function caaOf(name: string, ask: Ask) {
  const labels = name.split('.')
  const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
  for (const candidate of names.slice(0, 8)) {
    const records = await ask.caa(candidate)
    if (records.length > 0) return { domain: candidate, records }
  }
  return null
}

/** That of the name itself, else that of the domain which it belongs to. */
async function dmarcOf(name: string, owner: string | null, ask: Ask) {
  for (const domain of new Set([name, owner ?? name])) {
    const found = parseDmarc(domain, await ask.txt(`_dmarc.${domain}`))
    if (found) return found
  }
  return null
}

async function aboutAddress(text: string, ask: Ask): Promise<Findings> {
  const address = parseAddress(text) ?? fail('Not an IP address')
  const reserved = reservedRange(address)
  if (reserved)
    notApplicable('reserved-address', `Address was not looked up: it is ${reserved.meaning}`)
  const plain = formatAddress(address)
  const names = (await ask.ptr(plain)).filter(isHostName).slice(0, 10)
  const confirmed = []
  for (const name of names) {
    const back = await (address.version === 4 ? ask.a(name) : ask.aaaa(name))
    const isConfirmed = back.some((other) => parseAddress(other)?.value === address.value)
    confirmed.push({ name, isConfirmed })
  }
  const [first] = confirmed.toSorted(
    (one, other) => Number(other.isConfirmed) - Number(one.isConfirmed),
  )
  return {
    taxonomies: [],
    namespace: 'DNS',
    findings: first
      ? [
          finding('dns.name', { address: plain, name: first.name }),
          ...(first.isConfirmed
            ? []
            : [finding('dns.name-not-confirmed', { address: plain, name: first.name })]),
        ]
      : [finding('dns.no-name', { address: plain })],
    full: { address: plain, names: confirmed },
    artifacts: confirmed.map(({ name }) =>
      artifact('fqdn', name, { kind: 'name', message: `name of ${plain}` }),
    ),
  }
}
