import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { makePlatformApp } from './setup.ts'

async function makeTask(open: TestDatabases['open'], input: object = {}) {
  const app = await makePlatformApp(open)
  await app.as('analyze').createCase({ title: 'A case', description: 'd' })
  const made = await app.as('analyze').createCaseTaskV1({ id: '1' }, { title: 'Call', ...input })
  return { app, id: made._id }
}

describe.each(oneDatabase)('$name: a mandatory task', ({ open }) => {
  it('keeps its case from being resolved until it is completed or cancelled', async () => {
    const { app, id } = await makeTask(open, { mandatory: true })
    const client = app.as('analyze')
    const resolve = () => client.updateCase({ id: '1' }, { status: 'Resolved' })

    await expect(resolve()).rejects.toMatchObject({
      status: 400,
      message: 'Mandatory task Call is open. Complete or cancel it before you resolve the case',
    })
    expect(await client.getCase({ id: '1' }, {})).toMatchObject({ status: 'Open' })
    await client.updateTask({ id }, { status: 'Completed' })

    expect(await resolve()).toMatchObject({ status: 'Resolved' })
  })

  it('comes from a template too', async () => {
    const { app } = await makeTask(open)
    const tasks = [{ title: 'Must', mandatory: true }]
    await app.as('orgadmin').createCaseTemplate({ name: 'T', tasks })
    const made = await app.as('analyze').createCase({ title: 'c', description: 'd', template: 'T' })

    const query = [
      { _name: 'getCase', idOrName: made._id },
      { _name: 'tasks' },
      { _name: 'filter', _field: 'mandatory', _value: true },
    ]
    expect(await app.as('read').queryV1({ query })).toMatchObject([{ title: 'Must' }])
  })
})

describe.each(databases)('$name: a task that needs an action', ({ open }) => {
  it('says so until it is done, also next to the task and its case', async () => {
    const { app, id } = await makeTask(open)
    const client = app.as('analyze')
    const own = { id, organisation: 'alpha' }
    const extraData = ['actionRequired', 'actionRequiredMap']
    const extras = async () => {
      const page = { _name: 'page', from: 0, to: 1, extraData }
      const lists = [{ _name: 'listTask' }, { _name: 'listCase' }]
      const answers = await Promise.all(
        lists.map((list) => client.queryV1({ query: [list, page] })),
      )
      return (answers as { extraData: object }[][]).map(([first]) => first?.extraData)
    }

    expect(await client.getActionRequired({ id })).toEqual({ alpha: false })
    await client.requireAction(own)
    expect(await client.getActionRequired({ id })).toEqual({ alpha: true })
    const required = { actionRequired: true, actionRequiredMap: { alpha: true } }
    expect(await extras()).toEqual([required, required])
    await client.actionDone(own)
    expect(await client.getActionRequired({ id })).toEqual({ alpha: false })
    const done = { actionRequired: false, actionRequiredMap: { alpha: false } }
    expect(await extras()).toEqual([done, done])
  })
})

describe.each(oneDatabase)('$name: a task that needs an action', ({ open }) => {
  it('can be requested only of your own organization', async () => {
    const { app, id } = await makeTask(open)

    await expect(
      app.as('analyze').requireAction({ id, organisation: 'beta' }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      app.as('stranger').requireAction({ id, organisation: 'beta' }),
    ).rejects.toMatchObject({ status: 404 })
  })
})
