// Sends load from a separate process: neither side of a ratio shares its event loop with it.
import { type Connection, openConnection } from './http-client.ts'

export interface Plan {
  url: string
  method?: 'GET' | 'POST'
  /** Sent in turn. */
  paths: string[]
  key?: string
  /**
   * JSON text, or several that are sent in turn; `#` becomes a number that is different in every
   * request of the whole run.
   */
  body?: string | string[]
  /** Requested with the `id` of each answer in place of `#`; both together count as one. */
  follow?: string
  connections: number
  warmUpMs?: number
  /** The measurement ends after this time, or after this many requests. */
  measureMs?: number
  count?: number
}

export interface Load {
  answered: number
  ms: number
  /** Of every request, in milliseconds. */
  latencies: number[]
}

// Ten digits, so all requests of a run are equally long.
let serial = 1_000_000_000

const headOf = ({ url, key }: Plan) =>
  `host: ${new URL(url).host}${key === undefined ? '' : `\r\nauthorization: Bearer ${key}`}`

function requestMaker(plan: Plan): () => string {
  const { method = 'GET', paths, body } = plan
  const head = headOf(plan) + (body === undefined ? '' : '\r\ncontent-type: application/json')
  const bodies = [body ?? []].flat()
  let next = 0
  return () => {
    const path = paths[next % paths.length]
    const json = bodies[next % bodies.length] ?? ''
    next += 1
    const start = `${method} ${path} HTTP/1.1\r\n${head}\r\n`
    if (body === undefined) return `${start}\r\n`
    serial += 1
    const text = json.replace('#', String(serial))
    return `${start}content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  }
}

function followMaker(plan: Plan): ((answer: Buffer) => string) | undefined {
  const { follow: path } = plan
  if (path === undefined) return undefined
  const head = headOf(plan)
  return (answer) => {
    const { id } = JSON.parse(answer.toString('utf8')) as { id: string }
    return `GET ${path.replace('#', id)} HTTP/1.1\r\n${head}\r\n\r\n`
  }
}

async function send(
  connections: readonly Connection[],
  makeRequest: () => string,
  follow: ((answer: Buffer) => string) | undefined,
  end: { at: number; count: number },
): Promise<Load> {
  const latencies: number[] = []
  const started = performance.now()
  let sent = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (let now = performance.now(); now < end.at && sent < end.count; ) {
        sent += 1
        const answer = await connection.send(makeRequest())
        if (follow) await connection.send(follow(answer))
        const answered = performance.now()
        latencies.push(answered - now)
        now = answered
      }
    }),
  )
  return { answered: latencies.length, ms: performance.now() - started, latencies }
}

async function run(plan: Plan): Promise<Load> {
  const { connections: count, warmUpMs = 0, measureMs = Number.POSITIVE_INFINITY } = plan
  const port = Number(new URL(plan.url).port)
  const connections = await Promise.all(Array.from({ length: count }, () => openConnection(port)))
  const makeRequest = requestMaker(plan)
  const follow = followMaker(plan)
  const noLimit = Number.POSITIVE_INFINITY
  try {
    if (warmUpMs > 0) {
      await send(connections, makeRequest, follow, {
        at: performance.now() + warmUpMs,
        count: noLimit,
      })
    }
    const end = { at: performance.now() + measureMs, count: plan.count ?? noLimit }
    return await send(connections, makeRequest, follow, end)
  } finally {
    for (const connection of connections) connection.close()
  }
}

process.on('message', (plan: Plan) => {
  run(plan).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
