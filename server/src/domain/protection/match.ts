import { bitsOf, type Network } from '@assay/contract'
import { everySuffix, type ProtectedEntry, readRange } from './entries.ts'
import { type Meant, meantBy, type Target } from './targets.ts'

/** Whether a name is a public suffix, such as `co.uk`: it depends on a list that changes every week. */
export type IsSuffix = (name: string) => boolean

/** The entries that protect a target. */
export function protecting<E extends ProtectedEntry>(
  entries: readonly E[],
  target: Target,
  isSuffix: IsSuffix,
): E[] {
  const meant = meantBy(target)
  return meant === undefined ? [] : entries.filter((entry) => protects(entry, meant, isSuffix))
}

function protects(entry: ProtectedEntry, meant: Meant, isSuffix: IsSuffix): boolean {
  switch (entry.kind) {
    case 'range': {
      const range = readRange(entry.value)
      return range !== undefined && meant.kind === 'network' && overlaps(range, meant.network)
    }
    case 'domain':
      if (entry.value === everySuffix) return meant.kind === 'name' && isSuffix(meant.name)
      if (meant.kind === 'mail') return isWithin(meant.name, entry.value)
      // What blocks a name blocks the names below it.
      return (
        meant.kind === 'name' &&
        (isWithin(meant.name, entry.value) || isWithin(entry.value, meant.name))
      )
    case 'mail':
      return meant.kind === 'mail' && meant.mail === entry.value
    case 'hash':
      return meant.kind === 'hash' && meant.hash === entry.value
    case 'account':
      if (meant.kind === 'mail') return meant.mail === entry.value
      // Also where it is called something else: a single word reads like a name.
      if (meant.kind === 'name') return meant.name === entry.value
      return meant.kind === 'account' && meant.text === entry.value
    case 'host':
      if (meant.kind === 'name') return isHost(meant.name, entry.value)
      return meant.kind === 'host' && isHost(meant.text, entry.value)
  }
}

/** Two networks have an address in common if one holds the other. */
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
  const meant = meantBy(target)
  if (meant?.kind !== 'network') return undefined
  const { version, prefix } = meant.network
  return prefix < widest[version]
    ? `${target.data} is wider than /${widest[version]}, the largest network that a responder may change`
    : undefined
}
