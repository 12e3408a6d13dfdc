import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases } from '../databases.ts'
import { makeJudges } from '../values/setup.ts'
import { newAlert } from './new-alert.ts'

const domain = (data: string) => ({ dataType: 'domain', data: [data] })

describe.each(databases)('$name: the story of a case', ({ open }) => {
  it('shows everyone in it what happened, the newest first', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ title: 'A case', description: 'd' })
    const later = () => app.clock.advance(3_600_000)
    later()
    await client.createCaseObservableV1({ id }, domain('bad.example'))
    later()
    await run('bad.example', 'malicious')
    later()
    await run('bad.example', 'safe')
    later()
    const comment = await client.createCaseComment({ id }, { message: 'Two **clicked**' })
    later()
    await client.updateCaseV1({ id }, { severity: 3 })
    await client.updateCaseV1({ id }, { tags: ['mail'] })
    later()
    await client.createCaseProcedure({ id }, { patternId: 'T1566.002' })
    later()
    const task = await client.createCaseTaskV1({ id }, { title: 'Call', status: 'InProgress' })
    await client.createTaskLogV1({ id: task._id }, { message: 'Called' })
    later()
    await client.updateCaseV1({ id }, { status: 'Resolved' })

    const { rows, total } = await app.as('read').listTimeline({ id }, { range: 'all' })

    expect(total).toBe(rows.length)
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).toSorted((a, b) => b - a))
    const told = rows.map(({ kind, status, fields }) => [kind, status ?? fields?.toSorted()])
    expect(told).toEqual(
      expect.arrayContaining([
        ['change', 'Resolved'],
        ['log', undefined],
        ['task', 'started'],
        ['technique', undefined],
        ['comment', undefined],
        ['verdict', 'malicious'],
        ['verdict', 'safe'],
        ['value', undefined],
        ['case', 'opened'],
      ]),
    )
    expect(rows.find(({ kind }) => kind === 'comment')).toMatchObject({
      id: comment._id,
      by: 'alan',
      message: 'Two **clicked**',
      isEdited: false,
    })
    const changes = rows.filter(({ kind, fields }) => kind === 'change' && fields?.length)
    expect(
      changes.some(({ fields }) => fields?.includes('severity') && fields.includes('tags')),
    ).toBe(true)
    const [second, first] = rows.filter(({ kind }) => kind === 'verdict')
    expect(first).toMatchObject({ status: 'malicious', values: [{ data: 'bad.example' }] })
    expect(second).toMatchObject({ status: 'safe', before: 'malicious' })
    const page = await client.listTimeline({ id }, { range: '1-3' })
    expect(page.rows).toEqual(rows.slice(1, 3))
    expect(page.total).toBe(total)
  })

  it('does not exist for others, and shows what an alert brought along', async () => {
    const { app } = await makeJudges(open)
    const client = app.as('analyze')
    const alert = await client.createAlertV1({
      ...newAlert,
      observables: [{ dataType: 'domain', data: 'a.example' }],
    })
    const made = await client.promoteAlertV1({ id: alert._id }, {})
    const { rows } = await client.listTimeline({ id: made._id }, {})
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'alert',
        id: alert._id,
        title: 'An alert',
        status: 'opened',
      }),
    )
    expect(rows).toContainEqual(
      expect.objectContaining({
        kind: 'value',
        count: 1,
        values: [{ dataType: 'domain', data: 'a.example' }],
      }),
    )
    const refused = await refusalOf(app.as('stranger').listTimeline({ id: made._id }, {}))
    expect(refused.status).toBe(404)
  })
})

describe.each(databases)('$name: an alert in triage', ({ open }) => {
  it('is shown with the verdicts of its values, and found by who looks at it', async () => {
    const { app, run } = await makeJudges(open)
    const client = app.as('analyze')
    await run('BAD.example', 'malicious')
    await run('fine.example', 'safe')
    const alert = await client.createAlertV1({
      ...newAlert,
      observables: ['bad.example', 'fine.example', 'unknown.example'].map((data) => ({
        dataType: 'domain',
        data,
      })),
    })
    const ask = async (...steps: object[]) =>
      (await app.as('read').queryV1({ query: [{ _name: 'listAlert' }, ...steps] })) as {
        _id: string
        extraData: object
      }[]

    const [told] = await ask({ _name: 'page', from: 0, to: 5, extraData: ['verdicts'] })
    expect(told?.extraData).toEqual({
      verdicts: { malicious: 1, suspicious: 0, safe: 1, none: 0, unasked: 1 },
    })

    await client.updateAlertV1({ id: alert._id }, { assignee: 'alan' })
    const mine = await ask({ _name: 'filter', _field: 'assignee', _value: 'alan' })
    expect(mine.map(({ _id }) => _id)).toEqual([alert._id])
    expect(await client.getAlertV1({ id: alert._id })).toMatchObject({ assignee: 'alan' })
    await client.updateAlertV1({ id: alert._id }, { assignee: null })
    expect(await client.getAlertV1({ id: alert._id })).not.toHaveProperty('assignee')
    const refused = await refusalOf(
      client.updateAlertV1({ id: alert._id }, { assignee: 'nobody-here' }),
    )
    expect(refused.status).toBe(404)
  })
})
