import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { insertRows, row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const ofBeta = { organization: 'beta', created_by: 'bob' }
const stats = [{ _agg: 'field', _field: 'status', _select: [{ _agg: 'count' }] }]

describe.each(databases)('$name: sums of', ({ open }) => {
  it('actions and analyses are those of the organization', async () => {
    const app = await makePlatformApp(open)
    await insertRows(app.deps.db, {
      cases: [row.case('~1'), row.case('~2', ofBeta)],
      observables: [
        row.observable('~21', 'a.example', { case_id: '~1' }),
        row.observable('~22', 'a.example', { ...ofBeta, case_id: '~2' }),
      ],
      actions: [
        row.action('~51', 'Case', '~1'),
        row.action('~52', 'Case', '~1', { status: 'Success' }),
        row.action('~53', 'Case', '~2', { ...ofBeta, status: 'Failure' }),
      ],
      observable_jobs: [row.job('~61', '~21'), row.job('~62', '~22', ofBeta)],
    })

    const actions = await app.as('read').actionStats({ stats })
    const analyses = await app.as('stranger').analysisStats({ stats })
    const wanted = await app
      .as('read')
      .actionStats({ query: { status: 'Success' }, stats: [{ _agg: 'count' }] })

    expect(actions).toEqual({ Waiting: { count: 1 }, Success: { count: 1 } })
    expect(analyses).toEqual({ Waiting: { count: 1 } })
    expect(wanted).toEqual({ count: 1 })
  })

  it('the audit trail are everything for superadmin alone', async () => {
    const app = await makePlatformApp(open)
    await app.as('analyze').createCase({ title: 'Ours', description: 'd' })
    await app.as('stranger').createCase({ title: 'Theirs', description: 'd' })
    const query = { action: 'case.create' }
    const counted = (person: 'orgadmin' | 'root') =>
      app.as(person).auditStats({ query, stats: [{ _agg: 'count' }] })

    expect(await counted('orgadmin')).toEqual({ count: 1 })
    expect(await counted('root')).toEqual({ count: 2 })
  })
})
