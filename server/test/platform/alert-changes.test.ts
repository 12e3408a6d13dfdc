import { describe, expect, it } from 'vitest'
import { forbidden, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { isGone } from './files.ts'
import { givenAction } from './investigation.ts'
import { newAlert } from './new-alert.ts'
import { makePlatformApp } from './setup.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const alertNotFound = notFound('Alert not found')

describe.each(databases)('$name: an alert', ({ open }) => {
  it('changes by what is said alone, and says who and when even if that is nothing', async () => {
    const app = await makePlatformApp(open)
    const before = await app
      .as('analyze')
      .createAlert({ ...newAlert, artifacts: [{ dataType: 'ip', data: '1.1.1.1' }] })
    const change = {
      title: 'Other',
      severity: 4,
      tlp: 0,
      pap: 1,
      tags: ['x'],
      follow: false,
      externalLink: 'https://x.example',
      date: 5,
    }
    app.clock.advance(5)

    const same = await app.as('orgadmin').updateAlert({ id: before._id }, {})
    const response = await app.inject({
      as: 'orgadmin',
      method: 'PATCH',
      url: `/api/alert/${before._id}`,
      payload: {
        ...change,
        artifacts: [],
        status: before.status,
        case: before.case,
        createdBy: before.createdBy,
      },
    })

    const stamped = { ...before, updatedBy: 'ada', updatedAt: app.clock.now() }
    expect(same).toEqual(stamped)
    expect(response.json()).toEqual({ ...stamped, ...change })
  })

  it('may get another reference unless it is taken', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createAlert(newAlert)
    await app.as('analyze').createAlert({ ...newAlert, sourceRef: 'taken' })

    const refused = await refusalOf(
      app.as('analyze').updateAlert({ id: _id }, { sourceRef: 'taken' }),
    )
    const moved = await app.as('analyze').updateAlert({ id: _id }, { sourceRef: 'free' })

    expect(refused).toMatchObject({
      status: 400,
      type: 'CreateError',
      message: 'Alert external:feed:taken already exist in organisation alpha',
    })
    expect(moved.sourceRef).toBe('free')
  })

  it('changes and goes with others at once, or none of them does', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const [a, b] = [
      (await as.createAlert(newAlert))._id,
      (await as.createAlert({ ...newAlert, sourceRef: 'ref-2' }))._id,
    ]

    const changed = await as.updateAlerts({ ids: [b, a], read: true })
    await as.updateAlertsV1({ ids: [a], addTags: ['bulk'] })
    const refused = [
      await refusalOf(as.updateAlerts({ ids: [a, '~1'], title: 'Lost' })),
      await refusalOf(as.deleteAlerts({ ids: [a, '~1'] })),
    ]
    const kept = await as.getAlert({ id: a })
    await as.deleteAlerts({ ids: [a] })
    await as.deleteAlertsV1({ ids: ['external;feed;ref-2'] })

    expect(changed.map(({ _id, status }) => [_id, status])).toEqual([
      [b, 'Ignored'],
      [a, 'Ignored'],
    ])
    expect(refused).toEqual([alertNotFound, alertNotFound])
    expect(kept).toMatchObject({ title: 'An alert', tags: ['bulk'] })
    expect(await app.deps.db.selectFrom('alerts').select('id').execute()).toEqual([])
  })

  it('goes with its observables, files and actions; a case that was made of it stays', async () => {
    const app = await makePlatformApp(open)
    const as = app.as('analyze')
    const alert = await as.createAlert({
      ...newAlert,
      artifacts: [
        { dataType: 'ip', data: '1.1.1.1' },
        { dataType: 'file', data: `a;b/c;${base64('gone')}` },
      ],
    })
    const { _id: kept } = await as.promoteAlert({ id: alert._id })
    const other = await as.createAlert({
      ...newAlert,
      sourceRef: 'ref-2',
      artifacts: [{ dataType: 'file', data: `a;b/c;${base64('alone')}` }],
    })
    await givenAction(app.deps, alert._id)

    const response = await app.inject({
      as: 'analyze',
      method: 'DELETE',
      url: `/api/alert/${alert._id}?force=1`,
    })
    await as.deleteAlertV1({ id: other._id })

    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect(await refusalOf(as.getAlert({ id: alert._id }))).toEqual(alertNotFound)
    expect(await app.deps.db.selectFrom('actions').select('id').execute()).toEqual([])
    const observables = await app.deps.db.selectFrom('observables').select('case_id').execute()
    expect(observables).toEqual([{ case_id: kept }, { case_id: kept }])
    const fileOf = (made: typeof alert, index: number) =>
      made.artifacts[index]?.attachment?.id ?? ''
    expect(await isGone(app, fileOf(alert, 1))).toBe(false)
    expect(await isGone(app, fileOf(other, 0))).toBe(true)
  })
})

describe.each(oneDatabase)('$name: an alert', ({ open }) => {
  it('is read and unread, followed and not, in both versions', async () => {
    const app = await makePlatformApp(open)
    const { _id: id } = await app.as('analyze').createAlert(newAlert)
    const as = app.as('analyze')

    expect(await as.markAlertAsRead({ id })).toMatchObject({ status: 'Ignored', updatedBy: 'alan' })
    expect(await as.markAlertAsUnread({ id })).toMatchObject({ status: 'New' })
    expect(await as.unfollowAlert({ id })).toMatchObject({ follow: false })
    expect(await as.followAlert({ id })).toMatchObject({ follow: true })
    await as.markAlertAsReadV1({ id })
    await as.unfollowAlertV1({ id })
    expect(await as.getAlertV1({ id })).toMatchObject({ read: true, follow: false })
    await as.markAlertAsUnreadV1({ id })
    await as.followAlertV1({ id })
    expect(await as.getAlertV1({ id })).toMatchObject({ read: false, follow: true })
  })
})

const writes = (app: TestApp, person: Person, id: string) => {
  const as = app.as(person)
  return [
    () => as.updateAlert({ id }, { title: 'x' }),
    () => as.updateAlertV1({ id }, { title: 'x' }),
    () => as.updateAlerts({ ids: [id], title: 'x' }),
    () => as.updateAlertsV1({ ids: [id], title: 'x' }),
    () => as.markAlertAsRead({ id }),
    () => as.markAlertAsReadV1({ id }),
    () => as.markAlertAsUnread({ id }),
    () => as.markAlertAsUnreadV1({ id }),
    () => as.followAlert({ id }),
    () => as.followAlertV1({ id }),
    () => as.unfollowAlert({ id }),
    () => as.unfollowAlertV1({ id }),
    () => as.promoteAlert({ id }),
    () => as.promoteAlertV1({ id }),
    () => as.mergeAlert({ id, caseId: '1' }),
    () => as.mergeAlertV1({ id, caseId: '1' }),
    () => as.mergeAlerts({ caseId: '1', alertIds: [id] }),
    () => as.mergeAlertsV1({ caseId: '1', alertIds: [id] }),
    () => as.deleteAlert({ id }),
    () => as.deleteAlertV1({ id }),
    () => as.deleteAlerts({ ids: [id] }),
    () => as.deleteAlertsV1({ ids: [id] }),
  ]
}

describe.each(oneDatabase)('$name: who may touch an alert', ({ open }) => {
  const noRight = forbidden('Insufficient rights to perform this action')

  it('lets those who only read change nothing, and superadmin not even look', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createAlert(newAlert)

    for (const person of ['read', 'root'] as const) {
      expect(await refusalOf(app.as(person).createAlert(newAlert))).toEqual(noRight)
      expect(await refusalOf(app.as(person).createAlertV1(newAlert))).toEqual(noRight)
      for (const call of writes(app, person, _id)) expect(await refusalOf(call())).toEqual(noRight)
    }
    expect(await refusalOf(app.as('root').getAlert({ id: _id }))).toEqual(noRight)
    expect(await refusalOf(app.as('root').getAlertV1({ id: _id }))).toEqual(noRight)
    expect(await app.as('read').getAlert({ id: _id })).toMatchObject({ updatedAt: null })
  })

  it('does not exist for another organization, by id or by name', async () => {
    const app = await makePlatformApp(open)
    const { _id } = await app.as('analyze').createAlert(newAlert)
    await app.as('stranger').createCase({ title: 'Theirs', description: '' })

    for (const id of [_id, 'external;feed;ref-1']) {
      for (const call of writes(app, 'stranger', id))
        expect(await refusalOf(call())).toEqual(alertNotFound)
      expect(await refusalOf(app.as('stranger').getAlert({ id }))).toEqual(alertNotFound)
      expect(await refusalOf(app.as('stranger').getAlertV1({ id }))).toEqual(alertNotFound)
    }
    expect(await app.as('read').getAlert({ id: _id })).toMatchObject({
      title: 'An alert',
      updatedAt: null,
    })
  })
})
