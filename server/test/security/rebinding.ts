import diagnostics from 'node:diagnostics_channel'
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import type { Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Stands for any outside host; nothing is connected there. */
const outside = '9.9.9.9'

type Found = { address: string; family: number }[]

/**
 * An attacker's name server: for `*.rebind.example` it says in turn that it is outside and that it is
 * one of these. It replaces the one that the product asks; all other names are resolved as usual.
 * Connections to outside end before they begin.
 */
export function rebindNames(insides: readonly string[]) {
  const asked: string[] = []
  const reached: string[] = []
  let turn = 0
  const { lookup } = dns
  const { lookup: lookupSoon } = dns.promises
  const answer = (host: string): Found => {
    asked.push(host)
    turn += 1
    const address = turn % 2 === 1 ? outside : (insides[(turn / 2 - 1) % insides.length] ?? outside)
    return [{ address, family: address.includes(':') ? 6 : 4 }]
  }
  const isOurs = (host: unknown) => typeof host === 'string' && host.endsWith('.rebind.example')
  const hooked = (host: string, options: dns.LookupOptions, done: (...args: unknown[]) => void) => {
    if (!isOurs(host)) return lookup(host, options, done as never)
    const found = answer(host)
    process.nextTick(() =>
      options.all ? done(null, found) : done(null, found[0]?.address, found[0]?.family),
    )
  }
  const hookedSoon = async (host: string, options: dns.LookupAllOptions) =>
    isOurs(host) ? answer(host) : lookupSoon(host, options)
  Object.assign(dns, { lookup: hooked })
  Object.assign(dns.promises, { lookup: hookedSoon })
  syncBuiltinESMExports()

  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    socket.once('lookup', (error, _address, _family, host) => {
      if (error || !isOurs(host)) return
      reached.push(host)
      // The product let it pass: to outside, otherwise an internal service would count it.
      if (turn % 2 === 1) socket.destroy(new Error('outside'))
    })
  }
  diagnostics.subscribe('net.client.socket', onSocket)
  onTestFinished(() => {
    diagnostics.unsubscribe('net.client.socket', onSocket)
    Object.assign(dns, { lookup })
    Object.assign(dns.promises, { lookup: lookupSoon })
    syncBuiltinESMExports()
  })
  return { asked, reached }
}
