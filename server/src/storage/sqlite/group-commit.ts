import type { DatabaseSync } from 'node:sqlite'
import { commitSeconds } from '../../process/metrics.ts'
import { beginImmediate, rollbackQuietly, tryBeginImmediate } from './file.ts'
import type { LogSync } from './log-sync.ts'
import { createWriteQueue } from './write-queue.ts'

/**
 * Writers of one event-loop turn share one COMMIT, because the fsync in it costs more than all of
 * their statements together. A write unit is a whole transaction or a single statement. Units run
 * one after the other; each frees the writer as soon as it has finished, but resolves only when
 * the COMMIT of its group is on disk.
 */
export interface GroupCommit {
  /** One statement as a separate unit. Its failure does not affect the rest of the group. */
  single<T>(work: () => T): Promise<T>
  /** Several statements without a pause between them: all of them count, or none. */
  unit<T>(work: () => T): Promise<T>
  /** Waits for the turn and opens a savepoint. The unit holds the writer until it ends. */
  transaction(): Promise<TransactionUnit>
  /** Lets waiting units finish, commits what is there and refuses everything after. */
  stop(): Promise<void>
}

export interface TransactionUnit {
  run<T>(work: () => T): T
  /** Resolves when the group is on disk. */
  commit(): Promise<void>
  /** Undoes this unit alone. Does nothing when the unit has ended. */
  rollback(): void
}

export interface GroupCommitOptions {
  maxUnits?: number
  /** How long a unit waits for those before it. */
  waitMs?: number
  /** How long to try while another process holds the write lock of the file. */
  busyMs?: number
  /** Told how long it waited for the disk. */
  onCommit?: (units: number, waitedMs: number) => void
  /** Who waits for the disk, when COMMIT itself does not. */
  logSync?: LogSync
  /** What a failed wait means: the state on disk is unknown, though others may have seen it. */
  onSyncFailed?: (error: unknown) => void
  /** How long a group may stay open while every turn of the event loop brings it another unit. */
  gatherMs?: number
}

interface Group {
  units: number
  /** How many there were at the last look, and when a look at last ends the waiting. */
  seen: number
  readonly closesAt: number
  readonly settled: PromiseWithResolvers<void>
}

const savepoint = 'assay_write_unit'

export function createGroupCommit(
  database: DatabaseSync,
  {
    maxUnits = 256,
    waitMs = 30_000,
    busyMs = 5_000,
    gatherMs = 2,
    onCommit,
    logSync,
    onSyncFailed,
  }: GroupCommitOptions = {},
): GroupCommit {
  // SQLite's own busy handler sleeps in this thread; `beginImmediate` waits without stopping it.
  database.exec('pragma busy_timeout = 0')
  const turns = createWriteQueue(waitMs)
  let group: Group | undefined
  let flushPlanned = false
  let synced: Promise<void> | undefined
  let openTransaction: TransactionUnit | undefined

  /** From here to `end` the caller holds the writer. */
  async function begin(): Promise<Group> {
    await turns.take()
    if (group) return group
    try {
      await beginImmediate(database, busyMs)
    } catch (error) {
      turns.give()
      throw error
    }
    return openGroup()
  }

  /** The same without a wait; undefined when one is needed. */
  function tryBegin(): Group | undefined {
    if (!turns.tryTake()) return undefined
    if (group) return group
    if (tryBeginImmediate(database)) return openGroup()
    turns.give()
    return undefined
  }

  function openGroup(): Group {
    const closesAt = performance.now() + gatherMs
    group = { units: 0, seen: 0, closesAt, settled: Promise.withResolvers<void>() }
    // Every unit learns of a failure through its own await; a group whose units were all undone has
    // no listener.
    group.settled.promise.catch(() => {})
    return group
  }

  function end(mine: Group) {
    mine.units += 1
    // A full group waits for the event loop instead of committing here: a thousand waiting writers
    // would otherwise run one group after the other and let no request in between.
    if (mine === group && mine.units >= maxUnits) turns.pause()
    if (!flushPlanned) setImmediate(flush)
    flushPlanned = true
    turns.give()
  }

  function flush() {
    flushPlanned = false
    if (!group) return
    if (turns.isTaken) {
      // A transaction that spans several event-loop turns: a COMMIT now would take its first half.
      // Its end plans the next flush. Until then no unit may join, or a series of such transactions
      // would keep the first of them waiting until the group is full.
      turns.pause()
      return
    }
    // A unit of this turn may have company in the next: waiting one turn is free, while a separate
    // commit costs all a wait for the disk. A turn without new units ends it.
    const isGrowing = group.units > group.seen && group.units < maxUnits
    if (isGrowing && performance.now() < group.closesAt) {
      group.seen = group.units
      flushPlanned = true
      setImmediate(flush)
      return
    }
    commitGroup(group)
  }

  function commitGroup(mine: Group) {
    group = undefined
    const begun = performance.now()
    const settle = () => {
      commitSeconds.observe([], (performance.now() - begun) / 1000)
      mine.settled.resolve()
      onCommit?.(mine.units, performance.now() - begun)
    }
    try {
      database.exec('commit')
      if (logSync) synced = syncThen(logSync, mine, settle)
      else settle()
    } catch (error) {
      mine.settled.reject(error)
      rollbackQuietly(database)
    }
    turns.resume()
  }

  async function syncThen(log: LogSync, mine: Group, settle: () => void) {
    try {
      await log.sync()
    } catch (error) {
      mine.settled.reject(error)
      onSyncFailed?.(error)
      return
    }
    settle()
  }

  function loseGroup(mine: Group, cause: unknown) {
    group = undefined
    mine.settled.reject(new Error('The database rolled back a shared commit', { cause }))
    turns.resume()
  }

  /**
   * SQLite answers some errors (disk full, I/O) by rolling back the whole transaction, earlier
   * units included. They must be notified, and no later statement may run without a BEGIN.
   */
  function isLost(mine: Group, cause?: unknown): boolean {
    if (group !== mine) return true
    if (database.isTransaction) return false
    loseGroup(mine, cause)
    return true
  }

  function single<T>(work: () => T): Promise<T> {
    const mine = tryBegin()
    return mine ? runIn(mine, work) : begin().then((later) => runIn(later, work))
  }

  const unit = <T>(work: () => T): Promise<T> => single(() => inSavepoint(work))

  const open = database.prepare(`savepoint ${savepoint}`)
  const release = database.prepare(`release ${savepoint}`)
  const undo = database.prepare(`rollback to ${savepoint}`)

  function inSavepoint<T>(work: () => T): T {
    open.run()
    try {
      const result = work()
      release.run()
      return result
    } catch (error) {
      // Not open any more when SQLite has rolled back the whole group, which `runIn` then reports.
      if (database.isTransaction) undoSavepoint(error)
      throw error
    }
  }

  function undoSavepoint(cause: unknown) {
    try {
      undo.run()
      release.run()
    } catch {
      // Half of this unit may be left in the group: better no work at all than half of it.
      rollbackQuietly(database)
      if (group) loseGroup(group, cause)
    }
  }

  async function runIn<T>(mine: Group, work: () => T): Promise<T> {
    let result: T
    try {
      result = work()
      isLost(mine)
    } catch (error) {
      isLost(mine, error)
      throw error
    } finally {
      end(mine)
    }
    await mine.settled.promise
    return result
  }

  async function transaction(): Promise<TransactionUnit> {
    const mine = await begin()
    let ended = false
    const finish = () => {
      ended = true
      openTransaction = undefined
      end(mine)
    }
    const assertOpen = () => {
      if (ended) throw new Error('The transaction has ended')
      if (isLost(mine)) throw new Error('The transaction was rolled back by the database')
    }
    const unit: TransactionUnit = {
      run(work) {
        assertOpen()
        try {
          return work()
        } catch (error) {
          isLost(mine, error)
          throw error
        }
      },
      async commit() {
        assertOpen()
        database.exec(`release ${savepoint}`)
        finish()
        await mine.settled.promise
      },
      rollback() {
        if (ended) return
        try {
          if (!isLost(mine)) database.exec(`rollback to ${savepoint}; release ${savepoint}`)
        } catch (error) {
          // Half of this unit may be left in the group: better no work at all than half of it.
          rollbackQuietly(database)
          loseGroup(mine, error)
          throw error
        } finally {
          finish()
        }
      },
    }
    try {
      database.exec(`savepoint ${savepoint}`)
    } catch (error) {
      isLost(mine, error)
      finish()
      throw error
    }
    openTransaction = unit
    return unit
  }

  async function stop() {
    // Behind all waiting units. This turn is never given back.
    const hasTurn = await turns.take().then(
      () => true,
      () => false,
    )
    turns.close()
    // A transaction was never ended. It is undone; the finished units are kept.
    if (!hasTurn) openTransaction?.rollback()
    if (group) commitGroup(group)
    await synced
  }

  return { single, unit, transaction, stop }
}
