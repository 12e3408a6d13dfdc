import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd } from '../lifetime.ts'

/**
 * A TCP proxy between the program and its PostgreSQL, for outage drills:
 *
 *   const proxy = await startProxy(url)      // `proxy.url` is the same database through it
 *   proxy.cut()                              // all connections end now; new ones are accepted
 *   await proxy.refuse(); await proxy.accept()   // nothing listens: ECONNREFUSED, then again
 *   proxy.hold('both'); proxy.pass()         // a hanging database: bytes wait, and continue later
 *   proxy.drop('down'); proxy.pass()         // a one-way cut: what arrives meanwhile is lost for good
 *   proxy.delay(100)                         // a slow network, each way; 0 for none
 *   const isCut = proxy.cutAfter(/commit/i)  // the next such statement is done, its answer is lost
 *   await proxy.asked(/insert into "audit"/, 3)  // the third such statement is on its way
 *
 * Modes apply to open connections and to new ones. `up` is from the program to the database. It ends with the
 * test. To stop the database itself, see `ownPostgres` in `own-postgres.ts`.
 */
export interface TestProxy {
  readonly url: string
  pass(): void
  cut(): void
  refuse(): Promise<void>
  accept(): Promise<void>
  hold(direction: Direction | 'both'): void
  drop(direction: Direction | 'both'): void
  delay(ms: number): void
  /** Resolves when it has happened: once, and on that one connection. */
  cutAfter(statement: RegExp): Promise<void>
  /** Resolves when such a statement was sent so many times from now on. */
  asked(statement: RegExp, times?: number): Promise<void>
  /** Connections that are open now. */
  count(): number
  /** How often anything was sent to the database. */
  sent(): number
}

export type Direction = 'up' | 'down'
type Mode = 'pass' | 'hold' | 'drop'

interface Trap {
  readonly statement: RegExp
  readonly sprung: PromiseWithResolvers<void>
}

export async function startProxy(target: string): Promise<TestProxy> {
  const { hostname, port } = new URL(target)
  const modes: Record<Direction, Mode> = { up: 'pass', down: 'pass' }
  const pairs = new Set<readonly [Socket, Socket]>()
  let delayMs = 0
  let opened = Promise.withResolvers<void>()
  let trap: Trap | undefined
  let sent = 0
  const awaited = new Set<{ statement: RegExp; left: number; reached: () => void }>()
  let server: Server | undefined

  const set = (direction: Direction | 'both', mode: Mode) => {
    for (const each of ['up', 'down'] as const)
      if (direction === 'both' || direction === each) modes[each] = mode
  }

  /** A statement that has a name is sent whole only the first time on a connection. */
  const named = new Map<string, string>()
  const isTrappedBy = (sent: string) => {
    for (const [, name = '', text = ''] of sent.matchAll(/(assay_[0-9a-f]{32})\0([^\0]+)\0/g))
      named.set(name, text)
    if (!trap) return false
    const { statement } = trap
    return (
      statement.test(sent) ||
      [...named].some(([name, text]) => statement.test(text) && sent.includes(name))
    )
  }

  const noteSent = (text: string) => {
    sent += 1
    for (const each of awaited) {
      if (!each.statement.test(text)) continue
      each.left -= 1
      if (each.left > 0) continue
      awaited.delete(each)
      each.reached()
    }
  }

  const link = (near: Socket) => {
    const far = connect(Number(port), hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    let isTrapped = false
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      far.destroy()
    }
    const move = (from: Socket, to: Socket, direction: Direction) => {
      let order = Promise.resolve()
      from.on('data', (bytes: Buffer) => {
        if (direction === 'up') noteSent(bytes.toString('latin1'))
        if (direction === 'up' && isTrappedBy(bytes.toString('latin1'))) isTrapped = true
        order = order.then(async () => {
          if (delayMs > 0) await sleep(delayMs)
          while (modes[direction] === 'hold') await opened.promise
          if (modes[direction] === 'drop') return
          // The database has answered, so it has done it.
          if (direction === 'down' && isTrapped) {
            trap?.sprung.resolve()
            trap = undefined
            return end()
          }
          to.write(bytes)
        })
      })
      from.on('error', end)
      from.on('close', () => void order.then(end))
    }
    move(near, far, 'up')
    move(far, near, 'down')
  }

  const cut = () => {
    for (const sockets of [...pairs]) for (const socket of sockets) socket.destroy()
    pairs.clear()
  }
  const accept = async (at = 0) => {
    server = createServer(link).listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await accept()
  const address = server?.address()
  const ownPort = typeof address === 'object' && address ? address.port : 0
  const url = new URL(target)
  url.host = `127.0.0.1:${ownPort}`

  const pass = () => {
    set('both', 'pass')
    opened.resolve()
    opened = Promise.withResolvers()
  }
  const refuse = async () => {
    const closing = server
    server = undefined
    if (!closing) return cut()
    const closed = once(closing, 'close')
    closing.close()
    cut()
    await closed
  }
  atEnd(async () => {
    pass()
    await refuse()
  })

  return {
    url: url.href,
    pass,
    cut,
    refuse,
    accept: () => accept(ownPort),
    hold: (direction) => set(direction, 'hold'),
    drop: (direction) => set(direction, 'drop'),
    delay: (ms) => {
      delayMs = ms
    },
    cutAfter(statement) {
      trap = { statement, sprung: Promise.withResolvers() }
      return trap.sprung.promise
    },
    asked: (statement, times = 1) =>
      new Promise((reached) => void awaited.add({ statement, left: times, reached })),
    count: () => pairs.size,
    sent: () => sent,
  }
}
