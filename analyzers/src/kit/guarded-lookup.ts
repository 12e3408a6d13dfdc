import { lookup as resolve } from 'node:dns'
import { lookup as resolveAll } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { networkInterfaces } from 'node:os'
import {
  addressRefusal,
  nameRefusal,
  type PrivateTarget,
  type Target,
} from '@assay/contract/detect'

/** Nobody is sent there; `meaning` ends the sentence "address is …". */
export class TargetRefused extends Error {
  readonly host: string
  readonly meaning: string

  constructor(host: string, meaning: string) {
    super(`${host} was not contacted: address is ${meaning}`)
    this.host = host
    this.meaning = meaning
  }
}

/**
 * `lookup` of a connection. Names are judged by what they are resolved to, in the connection itself:
 * a check beforehand could be answered with another address than the connection gets. Every address
 * must be allowed, because the connection may go to any of them.
 */
export const guardedLookup =
  (target: Target, allowed: readonly PrivateTarget[]): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, [])
      try {
        // guard: outgoing.test.ts
        for (const { address } of addresses) refuseAddress(target, address, allowed)
      } catch (refusal) {
        return done(refusal as Error, [])
      }
      const [first] = addresses
      if (options.all || !first) return done(null, addresses)
      done(null, first.address, first.family)
    })
  }

/** Node asks `lookup` about names only, so an address is judged here, before it is connected to. */
export function refuseHost(target: Target, allowed: readonly PrivateTarget[]): void {
  if (isIP(target.host) !== 0) refuseAddress(target, target.host, allowed)
  else refuseName(target, allowed, true)
}

/** Where a proxy connects for us. Names that are unknown here are for the proxy to judge. */
export async function refuseBehindProxy(
  target: Target,
  allowed: readonly PrivateTarget[],
): Promise<void> {
  refuseHost(target, allowed)
  const addresses = await resolveAll(target.host, { all: true }).catch(() => [])
  for (const { address } of addresses) refuseAddress(target, address, allowed)
  refuseName(target, allowed, addresses.length > 0)
}

function refuseAddress(target: Target, address: string, allowed: readonly PrivateTarget[]) {
  const meaning = addressRefusal(target, address, allowed, ownAddresses())
  if (meaning !== undefined) throw new TargetRefused(target.host, meaning)
}

function refuseName(target: Target, allowed: readonly PrivateTarget[], isResolved: boolean) {
  const meaning = nameRefusal(target, allowed, { isResolved })
  if (meaning !== undefined) throw new TargetRefused(target.host, meaning)
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.map(({ address }) => address),
  )
