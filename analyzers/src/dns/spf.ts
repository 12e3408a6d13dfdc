import {
  type Address,
  type Network,
  networkContains,
  parseAddress,
  parseNetwork,
} from '@assay/contract/detect'
import type { Ask } from './ask.ts'
import { isSpf, parseSpf, type Qualifier } from './spf-record.ts'

/** RFC 7208 §4.6.4: receivers stop at these numbers, and the result is an error. */
const maxLookups = 10
const maxVoidLookups = 2
const maxMxNames = 10

export interface SpfRule {
  readonly qualifier: Qualifier
  readonly mechanism: string
  readonly networks: readonly string[]
  /** For `include`: the rules that it refers to. */
  readonly included?: SpfPolicy
  /** Depends on the sender of the one mail, so it is not known beforehand. */
  readonly isOpen?: true
}

export interface SpfPolicy {
  readonly domain: string
  readonly record: string | null
  readonly rules: readonly SpfRule[]
  readonly redirect?: SpfPolicy
}

export interface Spf {
  readonly policy: SpfPolicy
  readonly lookups: number
  readonly voidLookups: number
  readonly problems: readonly string[]
  /** What happens to senders that are not named. */
  readonly others: 'pass' | 'fail' | 'softfail' | 'neutral'
}

const results = { '+': 'pass', '-': 'fail', '~': 'softfail', '?': 'neutral' } as const
export type SpfResult = (typeof results)[Qualifier] | 'none' | 'permerror' | 'unknown'

/** Follows the record of a domain as a receiver would, and counts what that costs. */
export async function readSpf(domain: string, ask: Ask): Promise<Spf | null> {
  const problems: string[] = []
  let lookups = 0
  let voidLookups = 0
  const mayLookUp = () => {
    lookups += 1
    return lookups <= maxLookups
  }
  const counted = <T>(found: T[]): T[] => {
    if (found.length === 0) voidLookups += 1
    return found
  }

  const read = async (name: string, path: readonly string[]): Promise<SpfPolicy> => {
    const records = (await ask.txt(name)).filter(isSpf)
    const [record] = records
    if (record === undefined) {
      if (path.length > 0) problems.push(`${name} has no SPF record`)
      return { domain: name, record: null, rules: [] }
    }
    if (records.length > 1) problems.push(`${name} has ${records.length} SPF records`)
    const parsed = parseSpf(record)
    problems.push(...parsed.problems.map((problem) => `${name}: ${problem}`))
    const below = [...path, name]
    const rules: SpfRule[] = []
    for (const term of parsed.terms) {
      rules.push(await ruleOf(term, name, below))
      if (term.name === 'all') break
    }
    const hasAll = parsed.terms.some((term) => term.name === 'all')
    const { redirect } = parsed
    if (redirect === undefined || hasAll) return { domain: name, record, rules }
    const next = await follow(redirect, below)
    return { domain: name, record, rules, ...(next ? { redirect: next } : {}) }
  }

  const follow = async (given: string, path: readonly string[]) => {
    const name = given.toLowerCase().replace(/\.$/, '')
    if (!mayLookUp()) return undefined
    if (name.includes('%')) return undefined
    if (path.includes(name)) {
      problems.push(`${name} includes itself`)
      return undefined
    }
    return read(name, path)
  }

  const ruleOf = async (
    { qualifier, name, value, prefixes }: ReturnType<typeof parseSpf>['terms'][number],
    domain: string,
    path: readonly string[],
  ): Promise<SpfRule> => {
    const rule = { qualifier, mechanism: value === '' ? name : `${name}:${value}`, networks: [] }
    if (name === 'ip4' || name === 'ip6') {
      const network = parseNetwork(value) ?? parseAddress(value)
      if (!network) problems.push(`${domain}: ${value} is not a network`)
      return { ...rule, networks: network ? [value] : [] }
    }
    if (name === 'all') return rule
    if (name === 'include') {
      const included = await follow(value, path)
      return included ? { ...rule, included } : { ...rule, isOpen: true }
    }
    if (name === 'ptr') problems.push(`${domain}: ptr is deprecated`)
    if (!mayLookUp() || name === 'ptr' || name === 'exists' || value.includes('%'))
      return { ...rule, isOpen: true }
    const target = value === '' ? domain : value
    const hosts = name === 'a' ? [target] : await mailHosts(target, domain)
    const addresses = await Promise.all(hosts.map((host) => addressesOf(host)))
    const found = addresses.flat()
    if (name === 'a') counted(found)
    return {
      ...rule,
      networks: found.map((text) => `${text}/${text.includes(':') ? prefixes.v6 : prefixes.v4}`),
    }
  }

  const mailHosts = async (target: string, domain: string) => {
    const hosts = counted(await ask.mx(target)).map(({ exchange }) => exchange)
    if (hosts.length > maxMxNames)
      problems.push(`${domain}: mx lists more than ${maxMxNames} names`)
    return hosts.filter((host) => host !== '').slice(0, maxMxNames)
  }
  const addressesOf = async (host: string) =>
    (await Promise.all([ask.a(host), ask.aaaa(host)])).flat()

  const policy = await read(domain, [])
  if (policy.record === null) return null
  if (lookups > maxLookups)
    problems.push(`needs ${lookups} or more lookups; the limit is ${maxLookups}`)
  if (voidLookups > maxVoidLookups)
    problems.push(`${voidLookups} void lookups; the limit is ${maxVoidLookups}`)
  return { policy, lookups, voidLookups, problems, others: othersOf(policy) }
}

function othersOf({ rules, redirect }: SpfPolicy): Spf['others'] {
  const all = rules.find(({ mechanism }) => mechanism === 'all')
  if (all) return results[all.qualifier]
  return redirect ? othersOf(redirect) : 'neutral'
}

/** What a receiver says about a mail from this address. */
export function evaluateSpf(spf: Spf, address: Address): SpfResult {
  return spf.problems.some((problem) => !problem.endsWith('ptr is deprecated'))
    ? 'permerror'
    : resultOf(spf.policy, address)
}

function resultOf({ rules, redirect }: SpfPolicy, address: Address): SpfResult {
  for (const { qualifier, mechanism, networks, included, isOpen } of rules) {
    const inner = included && resultOf(included, address)
    if (isOpen || inner === 'unknown') return 'unknown'
    if (mechanism === 'all' || inner === 'pass' || networks.some((text) => holds(text, address)))
      return results[qualifier]
  }
  return redirect ? resultOf(redirect, address) : 'neutral'
}

function holds(text: string, address: Address): boolean {
  const network: Network | undefined = parseNetwork(text)
  if (network) return network.version === address.version && networkContains(network, address)
  const single = parseAddress(text)
  return single?.version === address.version && single.value === address.value
}
