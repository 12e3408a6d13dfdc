import { describe, expect, it } from 'vitest'
import type { Criteria } from '../../src/domain/criteria.ts'
import { searchJobs } from '../../src/engine/job-rows/store.ts'
import { findEqualJob, isAnyWaiting } from '../../src/engine/queue/sqlite-submit.ts'
import { sqlite } from '../../src/storage/common/dialect.ts'
import type { Db } from '../../src/storage/database.ts'
import { sqlite as database } from '../databases.ts'
import { planOf } from './query-plan.ts'

const equals = (field: string, value: string): Criteria => ({ kind: 'equals', field, value })
const notDeleted: Criteria = { kind: 'not', of: equals('status', 'Deleted') }

const page = (criteria: Criteria) => (db: Db) =>
  searchJobs(db, sqlite, 'alpha', { criteria, range: { offset: 0, limit: 20 }, sort: [] }, [
    notDeleted,
  ])

/** SQLite chooses without having seen the rows, so what an empty table shows is what a full one does. */
const { open } = database

describe('sqlite: pages of jobs', () => {
  it.each([
    ['all', { kind: 'all' } as Criteria, 'jobs_of_organization (organization=?)'],
    ['a value', equals('data', 'x'), 'jobs_by_data (organization=? AND data_hash=?)'],
    [
      'a file',
      equals('attachment.id', 'x'),
      'jobs_by_attachment (attachment_id=? AND organization=?)',
    ],
    ['a worker', equals('workerId', 'x'), 'jobs_of_worker (organization=? AND worker_id=?)'],
  ])('of %s come from an index, in its order', async (_what, criteria, index) => {
    const { db } = await open()

    const plan = await planOf(db, page(criteria))

    expect(plan).toContain(index)
    expect(plan).not.toContain('TEMP B-TREE')
  })

  it('and the equal job too', async () => {
    const { db } = await open()

    const plan = await planOf(db, () => findEqualJob('alpha', 'key', 0))

    expect(plan).toContain('jobs_by_cache_key (cache_key=? AND created_at>?)')
    expect(plan).toContain('jobs_in_flight (organization=? AND merge_key=?)')
  })

  it('and whether any job waits that may start, however many are held', async () => {
    const { db } = await open()

    const plan = await planOf(db, () => isAnyWaiting())

    expect(plan).toContain('jobs_waiting_needs (needs<?)')
    expect(plan).toContain('jobs_waiting_needs (needs>?)')
  })
})
