import { hostname } from 'node:os'
import type { Deps } from '../../deps.ts'
import { forgottenAfterMs, heartbeatMs } from '../../domain/node-state.ts'
import { version } from '../../process/version.ts'
import { repeatable } from '../../storage/rows/prepared.ts'
import { schemaRange } from '../../storage/schema/migrate.ts'
import { machine } from '../runners/machine.ts'
import { missingIn, offeredBy, withStates } from './cluster-view.ts'
import { heartbeat, listNodes, nodesOfMachine, removeNode, sweepNodes } from './store.ts'

/** What changes while a process runs. */
export interface NodeReport {
  readonly slots: number
  readonly running: number
  readonly runners: readonly string[]
  readonly accepts: readonly string[]
}

export interface Node {
  readonly id: string
  isDraining(): boolean
  /** What the nodes that claim accept, as of the last look. */
  offered(): readonly string[]
  /** What a job with these needs waits for, when none of them does. */
  waitingFor(needs: string): string | undefined
  /** Says at once what is different; else the next heartbeat does. */
  beat(): Promise<void>
  stop(): Promise<void>
}

export interface NodeOptions {
  readonly id: string
  report(): NodeReport
  /** With every heartbeat, before it is written. */
  look?(): Promise<unknown>
  /** Called when it must drain, or no longer. */
  onDraining?(isDraining: boolean): void
  /** After every heartbeat: what one process of all does. */
  afterBeat?(): Promise<unknown>
  readonly everyMs?: number
}

/** A shorter wait for jobs means that unrunnable ones should be reported sooner. */
export const beatMs = (unrunnableAfterMs: number) =>
  unrunnableAfterMs === 0 ? heartbeatMs : clamp(unrunnableAfterMs / 4, 250, heartbeatMs)

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value))

/** Topic of messages that make every node beat at once. */
export const nodesTopic = 'nodes'

/** The row of this process in the list of nodes, from now until it stops. */
export async function startNode(deps: Deps, options: NodeOptions): Promise<Node> {
  const { config, db, log, cluster, stopping } = deps
  const { id, report, look, afterBeat, onDraining } = options
  let isDraining = false
  let isStopped = false
  let offered: readonly string[] = []
  let missing = missingIn(offered)
  let published = ''

  const beatOnce = async () => {
    await look?.()
    const { running, runners, accepts, slots } = report()
    const facts = {
      name: config.node.name ?? hostname(),
      machine,
      pid: process.pid,
      version,
      schema_min: schemaRange.min,
      schema_max: schemaRange.max,
      roles: JSON.stringify(config.roles),
      slots,
      runners: JSON.stringify(runners),
      accepts: JSON.stringify(accepts),
      labels: JSON.stringify(config.node.labels),
      stopping: stopping.aborted ? 1 : 0,
    }
    const heard = await heartbeat(deps, { id, ...facts, running }, isDraining)
    if (heard.isDraining !== isDraining) {
      isDraining = heard.isDraining
      log.info(isDraining ? 'draining: no longer claiming jobs' : 'claiming jobs again')
      onDraining?.(isDraining)
      // Said with what still runs: only then it may be shown as drained.
      if (isDraining) void beat()
    }
    const news = JSON.stringify([facts, isDraining])
    if (news !== published) cluster.notify(nodesTopic, '')
    published = news
    const { now, rows } = await listNodes(deps)
    offered = offeredBy(withStates(rows, now))
    missing = missingIn(offered)
    if (rows.some(({ seen_at }) => now - seen_at > forgottenAfterMs)) await sweepNodes(deps)
    await afterBeat?.()
  }

  // One at a time; a request during a beat causes one more.
  let last: Promise<void> = Promise.resolve()
  let isWaiting = false
  const beat = () => {
    if (isWaiting || isStopped) return last
    isWaiting = true
    last = last
      .then(() => {
        isWaiting = false
        return isStopped ? undefined : beatOnce()
      })
      .catch((err: unknown) => log.warn({ err }, 'failed to store the node heartbeat'))
    return last
  }

  own.add(id)
  await repeatable(async () => {
    await sweepNodes(deps)
    for (const row of await nodesOfMachine(db, machine))
      if (isGone(row)) await removeNode(db, row.id)
    await beatOnce()
  })
  const timer = setInterval(beat, options.everyMs ?? heartbeatMs)
  const onStopping = () => void beat()
  stopping.addEventListener('abort', onStopping, { once: true })
  const endListening = cluster.onNotified(nodesTopic, () => void beat())

  return {
    id,
    isDraining: () => isDraining || stopping.aborted,
    offered: () => offered,
    waitingFor: (needs) => missing(needs),
    beat,
    async stop() {
      isStopped = true
      own.delete(id)
      clearInterval(timer)
      endListening()
      stopping.removeEventListener('abort', onStopping)
      await last
      await removeNode(db, id).catch((err: unknown) =>
        log.warn({ err }, 'failed to remove the node entry; it will expire'),
      )
      cluster.notify(nodesTopic, '')
    },
  }
}

/** Nodes of this very process: tests have several. */
const own = new Set<string>()

/** A killed predecessor on this machine need not be shown as silent until it is forgotten. */
function isGone({ id, pid }: { id: string; pid: number }): boolean {
  // Otherwise it is the number of a predecessor, as in a restarted container.
  if (pid === process.pid) return !own.has(id)
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
