import { bitsOf, hasKnownTopLevel, type Network } from '@assay/contract'
import { everySuffix, type ProtectedEntry, readName, readRange } from './entries.ts'
import { type Meant, maxTargetText, meaningsOf, type Target } from './targets.ts'

/** Whether a name is a public suffix, such as `co.uk`: it depends on a list that changes every week. */
export type IsSuffix = (name: string) => boolean

/** The entries that protect a target. */
export function protecting<E extends ProtectedEntry>(
  entries: readonly E[],
  target: Target,
  isSuffix: IsSuffix,
): E[] {
  const meanings = meaningsOf(target)
  return entries.filter((entry) => meanings.some((meant) => protects(entry, meant, isSuffix)))
}

// guards: match.test.ts
function protects(entry: ProtectedEntry, meant: Meant, isSuffix: IsSuffix): boolean {
  switch (entry.kind) {
    case 'range': {
      if (meant.kind !== 'network') return false
      const range = rangeOf(entry)
      return range !== undefined && overlaps(range, meant.network)
    }
    case 'domain': {
      if (meant.kind === 'mail')
        return entry.value !== everySuffix && isWithin(meant.name, entry.value)
      const name = meant.kind === 'host' ? readName(meant.text) : nameIn(meant)
      if (name === undefined) return false
      // What blocks a name blocks the names below it. A word that is no top-level domain is a word.
      return entry.value === everySuffix
        ? isSuffix(name) && (name.includes('.') || hasKnownTopLevel(name))
        : isWithin(name, entry.value) || isWithin(entry.value, name)
    }
    case 'mail':
      return meant.kind === 'mail' && isMail(meant.mail, entry.value)
    case 'hash':
      return meant.kind === 'hash' && meant.hash === entry.value
    case 'account':
      if (meant.kind === 'mail') return isMail(meant.mail, entry.value)
      // Also where it is called something else: a single word reads like a name.
      if (meant.kind === 'name') return meant.name === entry.value
      return meant.kind === 'account' && meant.text === entry.value
    case 'host':
      if (meant.kind === 'name') return isHost(meant.name, entry.value)
      return meant.kind === 'host' && isHost(meant.text, entry.value)
  }
}

const nameIn = (meant: Meant) => (meant.kind === 'name' ? meant.name : undefined)

/** Of the thousand entries that each of a hundred targets is compared with. */
const ranges = new WeakMap<ProtectedEntry, Network>()

function rangeOf(entry: ProtectedEntry): Network | undefined {
  const known = ranges.get(entry) ?? readRange(entry.value)
  if (known) ranges.set(entry, known)
  return known
}

/** Mail to `ceo+news@` arrives at `ceo@`. */
const isMail = (mail: string, wanted: string) =>
  mail === wanted || mail.replace(/\+[^@]*@/, '@') === wanted

/** Two networks have an address in common if one holds the other. */
// guards: match.test.ts
export function overlaps(one: Network, other: Network): boolean {
  if (one.version !== other.version) return false
  const rest = BigInt(bitsOf(one.version) - Math.min(one.prefix, other.prefix))
  return one.value >> rest === other.value >> rest
}

const isWithin = (name: string, domain: string) => name === domain || name.endsWith(`.${domain}`)

/** `dc01` protects `dc01.corp.example` as well. */
const isHost = (name: string, host: string) => name === host || name.startsWith(`${host}.`)

/** The widest network that a responder may be run on. */
const widest = { 4: 24, 6: 48 } as const

/** Why something is refused as a target, whatever is protected. */
// guards: match.test.ts
export function targetProblem(target: Target): string | undefined {
  if (target.data.trim().length > maxTargetText)
    return `An observable with more than ${maxTargetText.toLocaleString('en')} characters cannot be a target of a responder that changes something`
  for (const meant of meaningsOf(target)) {
    if (meant.kind !== 'network') continue
    const { version, prefix } = meant.network
    if (prefix < widest[version])
      return `${target.data} is wider than /${widest[version]}, the largest network that a responder may change`
  }
  return undefined
}
