import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

describe.each(oneDatabase)('$name: the reason of a dismissal', ({ open }) => {
  it('marks the alert as read, stands in the audit trail, and can be searched for', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const [one, other] = await Promise.all(
      ['one', 'other'].map((sourceRef) => client.createAlert({ ...newAlert, sourceRef })),
    )
    if (!one || !other) throw new Error('not created')

    await client.updateAlertV1({ id: one._id }, { dismissal: 'duplicate' })
    await client.updateAlertsV1({ ids: [other._id], dismissal: 'ownTest' })

    const found = await client.queryV1({
      query: [
        { _name: 'listAlert' },
        { _name: 'filter', _in: { _field: 'dismissal', _values: ['duplicate'] } },
      ],
    })
    expect(found).toMatchObject([
      { _id: one._id, read: true, status: 'Ignored', dismissal: 'duplicate' },
    ])
    expect(await client.getAlertV1({ id: other._id })).toMatchObject({ dismissal: 'ownTest' })
    // What clients of today's platform compare has no new key.
    expect(await client.getAlert({ id: one._id })).not.toHaveProperty('dismissal')
    const { rows } = await app.as('orgadmin').listAudit({ range: '0-10' })
    expect(rows.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ dismissal: 'duplicate', read: true }),
    )
  })

  it('goes when the alert waits again, gets a status, or goes into a case', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createAlert(newAlert)
    const shown = async () => await client.getAlertV1({ id })
    const dismiss = () => client.updateAlertV1({ id }, { dismissal: 'benign' })

    await dismiss()
    await client.updateAlertV1({ id }, { read: false })
    expect(await shown()).toMatchObject({ read: false, status: 'New' })
    expect(await shown()).not.toHaveProperty('dismissal')

    await dismiss()
    await client.updateAlertV1({ id }, { dismissal: null })
    expect(await shown()).toMatchObject({ read: true })
    expect(await shown()).not.toHaveProperty('dismissal')

    await dismiss()
    await client.updateAlertV1({ id }, { status: 'InProgress' })
    expect(await shown()).not.toHaveProperty('dismissal')

    await dismiss()
    await client.promoteAlertV1({ id }, {})
    expect(await shown()).not.toHaveProperty('dismissal')
    expect(await refusalOf(dismiss())).toMatchObject({ status: 400 })
  })

  it('is refused with a contradiction, as another word, and for alerts of others', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createAlert(newAlert)
    for (const change of [
      { dismissal: 'duplicate', read: false },
      { dismissal: 'duplicate', status: 'InProgress' },
    ] as const)
      expect(await refusalOf(client.updateAlertV1({ id }, change))).toMatchObject({ status: 400 })
    expect(
      await refusalOf(client.updateAlertV1({ id }, { dismissal: 'boring' } as never)),
    ).toMatchObject({ status: 400 })
    expect(
      await refusalOf(app.as('read').updateAlertV1({ id }, { dismissal: 'other' })),
    ).toMatchObject({ status: 403 })
    expect(await client.getAlertV1({ id })).toMatchObject({ read: false })
  })
})
