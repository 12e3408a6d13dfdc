import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { type AuditEvent, audit } from '../../src/identity/audit/store.ts'
import { addCursors } from '../../src/identity/audit-stream/store.ts'
import type { Db } from '../../src/storage/database.ts'
import {
  type AuditPosition,
  auditAfter,
  auditEnd,
  mendAuditOrder,
  waitingAfter,
} from '../../src/storage/rows/audit-order.ts'
import { databases, onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'

const actor = { login: 'ada', address: '192.0.2.1', requestId: 'r' }
const event = (objectId: string): AuditEvent => ({
  ...{ action: 'user.update', objectType: 'user', objectId, organization: 'alpha' },
})

const write = (db: Db, objectId: string) => audit(db, actor, 1_000, event(objectId))

/** Everything behind the position, in small batches. */
async function readAll(db: Db, from: AuditPosition) {
  const ids: string[] = []
  let position = from
  for (;;) {
    const rows = await auditAfter(db, position, 7)
    const last = rows.at(-1)
    if (!last) return { ids, position }
    ids.push(...rows.map(({ object_id }) => object_id))
    position = last
  }
}

/**
 * PostgreSQL counts transactions of all databases of a cluster: an open one of another test, too, holds up what came
 * after it.
 */
const soon = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: patienceMs })

const expectBehind = (db: Db, from: AuditPosition, ids: readonly string[]) =>
  soon(async () => expect((await readAll(db, from)).ids).toEqual(ids))

/** The end of the trail once nothing before it is held up. */
const settledEnd = (db: Db) =>
  soon(async () => {
    const end = await auditEnd(db)
    expect(await waitingAfter(db, end)).toBeUndefined()
    return end
  })

describe.each(databases)('$name: a reader of the audit trail', ({ open }) => {
  it('gets all 400 entries of eight simultaneous writers, each once, those of one writer in order', async () => {
    const database = await open()
    const { db } = database
    await write(db, 'before')
    let position = await auditEnd(db)
    let isWriting = true
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      // A file has one process.
      const own = database.dialect.name === 'sqlite' ? database : await database.another()
      try {
        for (let n = 0; n < 50; n += 1)
          await own.db.transaction().execute(async (tx) => {
            await write(tx, `${writer} ${n}`)
            // Others commit meanwhile what they were counted after.
            for (let turn = 0; turn < (n + writer) % 3; turn += 1) await sql`select 1`.execute(tx)
          })
      } finally {
        if (own !== database) await own.close()
      }
    })
    const writing = Promise.all(writers).finally(() => {
      isWriting = false
    })
    const seen: string[] = []
    while (isWriting) {
      const { ids, position: reached } = await readAll(db, position)
      seen.push(...ids)
      position = reached
    }
    await writing
    await soon(async () => {
      const { ids, position: reached } = await readAll(db, position)
      seen.push(...ids)
      position = reached
      expect(seen).toHaveLength(400)
    })

    expect(new Set(seen).size).toBe(400)
    for (let writer = 0; writer < 8; writer += 1)
      expect(seen.filter((id) => id.startsWith(`${writer} `))).toEqual(
        Array.from({ length: 50 }, (_, n) => `${writer} ${n}`),
      )
  })

  it('begins behind what was committed before', async () => {
    const { db } = await open()
    await write(db, 'before')
    const end = await settledEnd(db)
    await write(db, 'after')
    await expectBehind(db, end, ['after'])
    await soon(async () =>
      expect(await waitingAfter(db, end)).toEqual({ since: 1_000, isHeld: false }),
    )
  })
})

describe.each(onlyPostgres)('$name: a reader of the audit trail', ({ open }) => {
  it('waits for an open transaction instead of passing over its entry, and says so', async () => {
    const database = await open()
    const { db } = database
    const end = await auditEnd(db)
    const slow = await database.another()
    const begun = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const writing = slow.db.transaction().execute(async (tx) => {
      await write(tx, 'slow')
      begun.resolve()
      await finish.promise
    })
    await begun.promise
    await write(db, 'quick')
    expect((await readAll(db, end)).ids).toEqual([])
    expect(await waitingAfter(db, end)).toEqual({ since: 1_000, isHeld: true })
    finish.resolve()
    await writing
    await slow.close()
    await expectBehind(db, end, ['slow', 'quick'])
  })

  it('goes on after a move to another cluster, in which transactions have lower numbers', async () => {
    const { db } = await open()
    await write(db, 'sent')
    await settledEnd(db)
    await addCursors(db, ['file:/sink'], 0)
    await write(db, 'waits')
    const newStream = () => 'new'
    expect(await mendAuditOrder(db, newStream)).toBe(false)
    // As `pg_dump` brings it.
    await sql`update audit set tx = ((tx::text::bigint + 4000000000)::text)::xid8`.execute(db)
    await sql`update audit_cursors
      set position_tx = (position_tx::bigint + 4000000000)::text`.execute(db)
    await write(db, 'new')
    expect(await mendAuditOrder(db, newStream)).toBe(true)
    expect(await mendAuditOrder(db, newStream)).toBe(false)
    const cursor = await db.selectFrom('audit_cursors').selectAll().executeTakeFirstOrThrow()
    expect(cursor.stream).toBe('new')
    const position = { tx: cursor.position_tx, id: cursor.position_id }
    await expectBehind(db, position, ['waits', 'new'])
  })
})
