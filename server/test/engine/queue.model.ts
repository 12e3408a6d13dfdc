import { expect } from 'vitest'
import { recoverExpired } from '../../src/engine/execution/lease.ts'
import type { ClaimedJob } from '../../src/engine/job-rows/claimed.ts'
import { leaseMs } from '../../src/engine/job-rows/claimed.ts'
import { deleteJob, type JobRow } from '../../src/engine/job-rows/store.ts'
import { everything, programsOnly, type TestQueue } from './queue-fixtures.ts'

/** What happens to the queue from outside. Numbers pick among what there is at that moment. */
export type Event =
  | { kind: 'submit'; organization: string; type: 'analyzer' | 'responder'; isPerson: boolean }
  /** Without force: what is equal merges. */
  | { kind: 'ask'; organization: string; value: number }
  | { kind: 'claim'; process: number; count: number; hasDocker: boolean }
  | { kind: 'finish'; process: number; pick: number; isOk: boolean }
  | { kind: 'renew'; process: number }
  | { kind: 'crash'; process: number }
  | { kind: 'stop'; process: number }
  | { kind: 'recover' }
  /** All of them are killed, and found only when their leases have run out. */
  | { kind: 'outage' }
  | { kind: 'delete'; pick: number }
  | { kind: 'clock'; ms: number }
  | { kind: 'round' }

/** What the papers say about a job, in plain words. */
interface Expected {
  readonly organization: string
  readonly type: 'analyzer' | 'responder'
  readonly priority: number
  readonly number: number
  status: JobRow['status']
  owner: string | null
  leaseUntil: number
  /** Starts that count: one that was given back gracefully does not. */
  starts: number
  /** All of them. */
  runs: number
  wasRequeued: boolean
  readonly createdAt: number
  /** Of one that may be the answer to an equal one. */
  readonly value?: string
}

/** A process knows what it has claimed, also when the database no longer agrees. */
interface Process {
  name: string
  held: ClaimedJob[]
}

export class QueueModel {
  readonly #queue: TestQueue
  readonly #jobs = new Map<string, Expected>()
  readonly #processes: Process[] = [0, 1, 2].map((index) => ({ name: `p${index}.0`, held: [] }))
  /** Organizations that took waiting jobs out of the middle: their later ones keep their places. */
  readonly #withGaps = new Set<string>()
  #restarts = 0

  constructor(queue: TestQueue) {
    this.#queue = queue
  }

  async happen(event: Event): Promise<void> {
    switch (event.kind) {
      case 'submit':
        return this.#submit(event)
      case 'claim':
        return void (await this.#claim(this.#process(event.process), event.count, event.hasDocker))
      case 'ask':
        return this.#ask(event.organization, `value ${event.value}`)
      case 'finish':
        return this.#finish(this.#process(event.process), event.pick, event.isOk)
      case 'renew':
        return this.#renew(this.#process(event.process))
      case 'crash':
        return this.#restart(this.#process(event.process))
      case 'stop':
        return this.#stop(this.#process(event.process))
      case 'recover':
        return this.#recover()
      case 'outage':
        return this.#outage()
      case 'delete':
        return this.#delete(event.pick)
      case 'clock':
        return this.#queue.clock.advance(event.ms)
      case 'round':
        return this.#round()
    }
  }

  /** The table says what the model says: nothing vanished, nothing came back, nothing runs twice. */
  async check(): Promise<void> {
    const rows = await this.#queue.rows()
    const shown = rows.map(({ id, status, locked_by, locked_until, attempts }) => {
      const expected = this.#jobs.get(id)
      return [id, status, locked_by, locked_until ?? 0, expected && attempts] as const
    })
    const wanted = [...this.#jobs].map(([id, job]) => {
      const leaseUntil = job.status === 'InProgress' ? job.leaseUntil : 0
      return [id, job.status, job.owner, leaseUntil, job.starts] as const
    })
    expect(shown.sort(byId)).toEqual(wanted.sort(byId))
    for (const row of rows) checkRow(row)
  }

  async #submit(event: Extract<Event, { kind: 'submit' }>) {
    const { organization, type, isPerson } = event
    const id = await this.#queue.submit({ organization, type, isPerson })
    this.#add(id, { organization, type, priority: isPerson ? 1 : 0 })
  }

  /** One in flight for each value; a success answers for ten minutes. */
  async #ask(organization: string, value: string) {
    const since = this.#queue.clock.now() - 600_000
    const equal = [...this.#jobs]
      .filter(([, job]) => job.organization === organization && job.value === value)
      .filter(
        ([, { status, createdAt }]) =>
          isInFlight(status) || (status === 'Success' && createdAt >= since),
      )
    const fresh = equal.filter(([, { createdAt }]) => createdAt >= since)
    const [expected] = (fresh.length > 0 ? fresh : equal).sort(
      ([, a], [, b]) => b.createdAt - a.createdAt,
    )

    const { id, fromCache } = await this.#queue.ask(organization, value)

    expect(fromCache).toBe(expected !== undefined)
    if (expected) return expect(id).toBe(expected[0])
    expect(equal).toEqual([])
    this.#add(id, { organization, type: 'analyzer', priority: 0, value })
  }

  #add(
    id: string,
    job: Pick<Expected, 'organization' | 'type' | 'priority'> & { readonly value?: string },
  ) {
    expect(this.#jobs.has(id)).toBe(false)
    this.#jobs.set(id, {
      ...job,
      createdAt: this.#queue.clock.now(),
      number: this.#jobs.size,
      status: 'Waiting',
      owner: null,
      leaseUntil: 0,
      starts: 0,
      runs: 0,
      wasRequeued: false,
    })
  }

  async #claim(process: Process, count: number, hasDocker = true): Promise<ClaimedJob[]> {
    const { deps, clock } = this.#queue
    const isAccepted = ({ organization }: Expected) => hasDocker || organization !== 'delta'
    const before = this.#waiting().filter(isAccepted).length
    const accepts = hasDocker ? everything : programsOnly
    const rows = await deps.jobQueue.claim(process.name, count, accepts)
    expect(rows.length).toBe(Math.min(count, before))
    for (const row of rows) {
      const job = this.#job(row.id)
      expect(job.status).toBe('Waiting')
      expect(isAccepted(job)).toBe(true)
      Object.assign(job, {
        status: 'InProgress',
        owner: process.name,
        leaseUntil: clock.now() + leaseMs,
        starts: job.starts + 1,
        runs: job.runs + 1,
      })
      expect(row.run).toBe(job.runs)
      expect(job.starts).toBeLessThanOrEqual(job.type === 'analyzer' ? 2 : 1)
    }
    process.held.push(...rows)
    this.#checkOrder(
      rows.map(({ id }) => this.#job(id)),
      this.#waiting().filter(isAccepted),
    )
    this.#closeGaps()
    return rows
  }

  /** People before programs; and in one organization, first come, first served. */
  #checkOrder(claimed: Expected[], waiting: Expected[]) {
    for (const left of waiting)
      for (const job of claimed) {
        expect(job.priority).toBeGreaterThanOrEqual(left.priority)
        if (job.organization !== left.organization || job.priority !== left.priority) continue
        if (!left.wasRequeued && !job.wasRequeued) expect(job.number).toBeLessThan(left.number)
      }
    expect(claimed.map(({ priority }) => priority)).toEqual(
      claimed.map(({ priority }) => priority).sort((a, b) => b - a),
    )
  }

  async #finish(process: Process, pick: number, isOk: boolean) {
    const { deps } = this.#queue
    const row = pickOf(process.held, pick)
    if (!row) return
    const job = this.#job(row.id)
    const isHeld = job.status === 'InProgress' && job.runs === row.run
    const end = isOk
      ? ({ status: 'Success', runner: 'process', report: `{"of":"${row.id}"}` } as const)
      : ({ status: 'Failure', runner: 'process', errorMessage: 'bad' } as const)
    const { isEnded } = await deps.jobQueue.end(row, end)
    expect(isEnded).toBe(isHeld)
    process.held = process.held.filter((other) => other !== row)
    if (isHeld) Object.assign(job, { status: end.status, owner: null })
  }

  async #renew(process: Process) {
    const { deps, clock } = this.#queue
    const until = clock.now() + leaseMs
    const lost = await deps.jobQueue.renew(process.held)
    const isHeld = ({ id, run }: ClaimedJob) =>
      this.#job(id).status === 'InProgress' && this.#job(id).runs === run
    const kept = process.held.filter(isHeld)
    expect(lost).toEqual(process.held.filter((held) => !isHeld(held)))
    for (const { id } of kept) this.#job(id).leaseUntil = until
    process.held = kept
  }

  /** Killed and started again: the rows stay as they are, the process knows nothing of them. */
  #restart(process: Process) {
    this.#restarts += 1
    process.name = `${process.name.split('.')[0]}.${this.#restarts}`
    process.held = []
  }

  async #stop(process: Process) {
    const { deps } = this.#queue
    await deps.jobQueue.giveBack(process.name)
    for (const job of this.#jobs.values())
      if (job.status === 'InProgress' && job.owner === process.name && job.type === 'analyzer')
        Object.assign(job, {
          status: 'Waiting',
          owner: null,
          starts: job.starts - 1,
          wasRequeued: true,
        })
    this.#restart(process)
  }

  async #recover() {
    const now = this.#queue.clock.now()
    // The process of a responder may come back with its result.
    const graceMs = this.#queue.deps.config.job.responderGraceMs
    const lost = [...this.#jobs.values()].filter(
      ({ status, type, leaseUntil }) =>
        status === 'InProgress' && leaseUntil + (type === 'responder' ? graceMs : 1) <= now,
    )
    expect(await recoverExpired(this.#queue.deps)).toBe(lost.length)
    for (const job of lost) {
      const isRepeated = job.type === 'analyzer' && job.starts < 2
      Object.assign(job, { status: isRepeated ? 'Waiting' : 'Failure', owner: null })
      job.wasRequeued = true
    }
  }

  async #outage() {
    for (const process of this.#processes) this.#restart(process)
    this.#queue.clock.advance(3_600_000 + leaseMs + 1)
    await this.#recover()
  }

  async #delete(pick: number) {
    const { deps, clock } = this.#queue
    const [id, job] = pickOf([...this.#jobs], pick) ?? []
    if (id === undefined || job === undefined) return
    if (job.status === 'Waiting') this.#withGaps.add(lineOf(job))
    await deleteJob(deps.db, job.organization, id, 'somebody', clock.now())
    Object.assign(job, { status: 'Deleted', owner: null })
    this.#closeGaps()
  }

  /**
   * With N organizations waiting, none is skipped for more than a round and a bit: an organization
   * whose next place is the coming round may see this one and that one to their end.
   */
  async #round() {
    const top = Math.max(...this.#waiting().map(({ priority }) => priority))
    const line = this.#waiting().filter(({ priority }) => priority === top)
    const waiting = new Set(line.map(({ organization }) => organization))
    const requeued = line.filter(({ wasRequeued }) => wasRequeued).length
    const gaps = [...waiting].filter((name) => this.#withGaps.has(`${name} ${top}`))
    const served = new Set<string>()
    const claims = Math.min(line.length, 2 * waiting.size - 1 + requeued)
    for (let at = 0; at < claims; at += 1)
      for (const { organization } of await this.#claim(this.#process(0), 1))
        served.add(organization)
    const passedOver = [...waiting].filter((name) => !served.has(name) && !gaps.includes(name))
    expect(passedOver).toEqual([])
  }

  #closeGaps() {
    const lines = new Set(this.#waiting().map(lineOf))
    for (const line of this.#withGaps) if (!lines.has(line)) this.#withGaps.delete(line)
  }

  #waiting = () => [...this.#jobs.values()].filter(({ status }) => status === 'Waiting')

  #process = (index: number): Process => this.#processes[index] as Process

  #job(id: string): Expected {
    const job = this.#jobs.get(id)
    if (!job) throw new Error(`nobody submitted ${id}`)
    return job
  }
}

function checkRow(row: JobRow) {
  const hasEnded = row.status === 'Success' || row.status === 'Failure'
  const isRunning = row.status === 'InProgress'
  expect(row.locked_by !== null && row.locked_until !== null).toBe(isRunning)
  expect(row.locked_by === null && row.locked_until === null).toBe(!isRunning)
  if (row.status !== 'Deleted') expect(row.end_date !== null).toBe(hasEnded)
  if (row.status === 'Waiting') expect(row.start_date).toBeNull()
  if (row.status === 'Failure') expect(row.error_message).not.toBeNull()
}

const lineOf = ({ organization, priority }: Expected) => `${organization} ${priority}`

const byId = ([a]: readonly [string, ...unknown[]], [b]: readonly [string, ...unknown[]]) =>
  a < b ? -1 : 1

const isInFlight = (status: JobRow['status']) => status === 'Waiting' || status === 'InProgress'

const pickOf = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]
