import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { PostgresServer } from '../postgres-server.ts'
import type { Server } from '../program.ts'
import { key } from '../submitter.ts'
import { contentOf, type DrillCluster, drillMs, type End } from './drill-cluster.ts'
import type { ProgramName } from './drill-programs.ts'

/** A submission that was answered with 200. */
export interface Acknowledged {
  readonly id: string
  readonly program: ProgramName
  readonly token: string
}

/** A process that is restarted whenever it is killed. */
export interface Watched {
  readonly name: string
  readonly kind: 'web' | 'worker'
  /** Undefined between a kill and the next start. */
  server: Server | undefined
}

export interface Chaos {
  /** One after the other, as a service manager does. */
  startAll(): Promise<void>
  readonly kills: Record<Watched['kind'], number>
  readonly restarts: () => number
  /** One more disturbance. */
  disturb(): Promise<void>
  /** All processes are back. */
  calm(): Promise<void>
}

export function makeChaos(
  cluster: DrillCluster,
  nodes: readonly Watched[],
  postgres: PostgresServer,
  random: () => number,
): Chaos {
  const kills = { web: 0, worker: 0 }
  let restarts = 0
  const starting = new Set<Promise<void>>()

  /**
   * As a service manager does: a process that ends because the database was unavailable is restarted.
   */
  const begin = async (node: Watched) => {
    while (!node.server)
      node.server = await cluster[node.kind](node.name).catch((error: Error) => {
        if (/The database (does not answer|at \S+ cannot be used)/.test(error.message))
          return undefined
        throw error
      })
  }
  const kill = async (node: Watched) => {
    const { server } = node
    if (!server) return
    node.server = undefined
    kills[node.kind] += 1
    server.child.kill('SIGKILL')
    await server.ended
    const start = begin(node)
    starting.add(start)
    // Waiting for calm reports what went wrong.
    void start.then(
      () => starting.delete(start),
      () => undefined,
    )
  }
  return {
    async startAll() {
      for (const node of nodes) await begin(node)
    },
    kills,
    restarts: () => restarts,
    async disturb() {
      await sleep(random() * 400)
      const dice = random()
      const wanted = dice < 0.65 ? 'worker' : 'web'
      const among = nodes.filter(({ kind, server }) => kind === wanted && server)
      const node = among[Math.floor(random() * among.length)]
      if (dice < 0.85 && node) return kill(node)
      restarts += 1
      await postgres.restart(random() * 1_500)
    },
    async calm() {
      await Promise.all(starting)
    },
  }
}

/** As clients do that want their job done: again after a lost connection and after 503. */
export async function submitStubbornly(
  cluster: DrillCluster,
  webs: readonly Watched[],
  random: () => number,
  program: ProgramName,
  token: string,
): Promise<Acknowledged> {
  for (;;) {
    const { server } = webs[Math.floor(random() * webs.length)] as Watched
    const answer = server && (await answered(cluster.request(server, program, token)))
    if (answer?.status === 200) return { id: JSON.parse(answer.text).id, program, token }
    if (answer && answer.status !== 503)
      throw new Error(`${program} ${token}: ${answer.status} ${answer.text}`)
    await sleep(50)
  }
}

/** The result as a client sees it; undefined while there is none, or no server to ask. */
export async function lookAt(webs: readonly Watched[], id: string): Promise<End | undefined> {
  for (const { server } of webs) {
    const answer = server && (await answered(server.call('GET', `/api/job/${id}/report`, { key })))
    if (!answer || answer.status === 503) continue
    if (answer.status !== 200) throw new Error(`${id}: ${answer.status} ${answer.text}`)
    const end = JSON.parse(answer.text) as End
    return /Success|Failure/.test(end.status) ? end : undefined
  }
  return undefined
}

/** Undefined when the connection was lost. */
async function answered(call: Promise<Response>) {
  try {
    const response = await call
    return { status: response.status, text: await response.text() }
  } catch (error) {
    // That is what `fetch` says of every connection, also of one that is lost in the middle.
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** Also those whose acknowledgement was lost: they run like all others. */
export async function allEnded(cluster: DrillCluster): Promise<void> {
  await vi.waitUntil(
    async () => {
      const [left] = await cluster.ask<{ count: number }>(
        `select count(*)::int as count from jobs where status in ('Waiting', 'InProgress')`,
      )
      return left?.count === 0
    },
    { timeout: drillMs, interval: 1_000 },
  )
}

/** `fine`, or what is wrong. */
export function judge(
  cluster: DrillCluster,
  { id, program, token }: Acknowledged,
  end: End | undefined,
  hashOf: (content: string) => string,
): string {
  const starts = cluster.startsOf(program, id)
  const complaint = `${program} ${token} ${id}, started ${starts.length} times: ${JSON.stringify(end)?.slice(0, 500)}`
  if (!end || end.id !== id || end.endDate === undefined) return complaint
  if (starts.length > (program === 'Act' ? 1 : 2)) return `too often: ${complaint}`
  if (end.status === 'Failure') {
    const wanted = program === 'Act' ? /may already have acted/ : /stopped 2 times/
    return wanted.test(JSON.stringify(end)) ? 'fine' : complaint
  }
  const { folder, sha256, input } = end.report?.full ?? {}
  if (folder === undefined || !starts.includes(folder)) return complaint
  if (program === 'Hash' && sha256 !== hashOf(contentOf(token))) return complaint
  return program === 'Look' && input?.data !== token ? complaint : 'fine'
}
