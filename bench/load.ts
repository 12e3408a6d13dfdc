import { Agent, request } from 'node:http'

export interface Load {
  url: string
  headers?: Record<string, string>
  body?: (n: number) => unknown
}

const warmUpMs = 500
const measureMs = 3_000

/** Requests per second with this many connections, each sending the next when one is answered. */
export async function load(target: Load, connections: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  try {
    await run(target, connections, agent, warmUpMs)
    const started = performance.now()
    const answered = await run(target, connections, agent, measureMs)
    return answered / ((performance.now() - started) / 1000)
  } finally {
    agent.destroy()
  }
}

let sent = 0

async function run(target: Load, connections: number, agent: Agent, forMs: number) {
  const end = performance.now() + forMs
  let answered = 0
  const client = async () => {
    while (performance.now() < end) {
      await send(target, agent)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  return answered
}

function send({ url, headers = {}, body }: Load, agent: Agent): Promise<void> {
  sent += 1
  const payload = body ? JSON.stringify(body(sent)) : undefined
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        agent,
        method: payload === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(payload ? { 'content-type': 'application/json' } : {}) },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          (response.statusCode ?? 500) < 300
            ? resolve()
            : reject(new Error(`${url} answered ${response.statusCode}`)),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(payload)
  })
}
