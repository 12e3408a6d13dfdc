import { copyFileSync, existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteFile } from '../../src/storage/sqlite/file.ts'
import {
  createGroupCommit,
  type GroupCommitOptions,
} from '../../src/storage/sqlite/group-commit.ts'
import { createLogSync } from '../../src/storage/sqlite/log-sync.ts'

type Datasync = NonNullable<Parameters<typeof createLogSync>[1]>

async function openNotes(datasync?: Datasync, options: GroupCommitOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-test-'))
  const file = join(folder, 'notes.db')
  const { database, close } = openSqliteFile(file, { readOnly: false, syncs: 'checkpoint' })
  database.exec('create table note (id integer primary key, text text not null) strict')
  const insert = database.prepare('insert into note values (?, ?)')
  const logSync = createLogSync(`${file}-wal`, datasync)
  const writes = createGroupCommit(database, { logSync, ...options })
  onTestFinished(async () => {
    await writes.stop()
    await logSync.close()
    close()
    await rm(folder, { recursive: true, force: true })
  })
  const add = (id: number, text = 'x') => writes.single(() => insert.run(id, text))
  return { folder, file, add, database }
}

/** What a machine without power would find: the files as they were when the sync began. */
function copyOf(file: string, to: string) {
  for (const suffix of ['', '-wal']) {
    if (existsSync(file + suffix)) copyFileSync(file + suffix, to + suffix)
  }
  return to
}

function idsIn(copy: string): Set<number> {
  const { database, close } = openSqliteFile(copy, { readOnly: false })
  const rows = database.prepare('select id from note').all()
  close()
  return new Set(rows.map(({ id }) => Number(id)))
}

describe('sqlite: the wait for the disk in the thread pool', () => {
  it('acknowledges a row only when a sync that began after its commit has ended', async () => {
    const acknowledged: number[] = []
    const checks: { copy: string; upTo: number }[] = []
    let copies = 0
    let lastSynced: string | undefined
    const notes = await openNotes(async (handle) => {
      const copy = copyOf(notes.file, join(notes.folder, `copy-${copies++}`))
      // Acknowledgements before now relied on the previous sync.
      if (lastSynced) checks.push({ copy: lastSynced, upTo: acknowledged.length })
      await handle.datasync()
      await turns(5)
      lastSynced = copy
    })
    const lane = async (first: number) => {
      for (let turn = 0; turn < 25; turn += 1) {
        const id = first + turn
        // Out of step with the others: some commit while a sync is under way.
        await turns((first / 1000) % 7)
        // Large, so checkpoints happen in between.
        await notes.add(id, 'x'.repeat(20_000))
        acknowledged.push(id)
      }
    }
    await Promise.all(Array.from({ length: 20 }, (_, at) => lane(at * 1000)))

    expect(acknowledged).toHaveLength(500)
    checks.push({ copy: lastSynced ?? '', upTo: 500 })
    expect(checks.length).toBeGreaterThan(5)
    for (const { copy, upTo } of checks) {
      const durable = idsIn(copy)
      expect(acknowledged.slice(0, upTo).filter((id) => !durable.has(id))).toEqual([])
    }
  })

  it('keeps writing and reading while it waits, and shares the next wait', async () => {
    const gates: PromiseWithResolvers<void>[] = []
    const { add, database } = await openNotes(() => {
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    })
    const told: number[] = []
    const write = (id: number) => add(id).then(() => told.push(id))
    const count = () => Number(database.prepare('select count(*) as n from note').get()?.n)
    const first = write(1)
    await until(() => gates.length === 1)
    const later = [write(2)]
    await until(() => count() === 2)
    later.push(write(3))
    await until(() => count() === 3 && !database.isTransaction)

    expect(told).toEqual([])
    gates[0]?.resolve()
    await first
    expect(told).toEqual([1])
    await until(() => gates.length === 2)
    gates[1]?.resolve()
    await Promise.all(later)
    expect(gates).toHaveLength(2)
  })

  it('refuses what it cannot keep and says that the disk failed', async () => {
    const failures: unknown[] = []
    const { add } = await openNotes(() => Promise.reject(new Error('EIO')), {
      onSyncFailed: (error) => failures.push(error),
    })

    await expect(add(1)).rejects.toThrow('EIO')
    expect(failures).toEqual([new Error('EIO')])
  })
})

async function turns(count: number) {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

async function until(isTrue: () => boolean) {
  while (!isTrue()) await nextTurn()
}
