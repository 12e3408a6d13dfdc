import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import { multipart } from '../forms.ts'
import { ownedFiles } from './files.ts'
import { makePlatformApp } from './setup.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const parts = (...contents: string[]) =>
  contents.map((value, index) => ({
    name: 'attachments',
    filename: `${index}.txt`,
    type: 'text/plain',
    value,
  }))

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const client = app.as('analyze')
  const { _id: id } = await client.createCaseV1({ title: 'A case', description: 'd' })
  const task = await client.createCaseTaskV1({ id }, { title: 'A task' })
  const log = await client.createTaskLogV1({ id: task._id }, { message: 'A log' })
  const add = (...contents: string[]) =>
    app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/v1/log/${log._id}/attachments`,
      ...multipart(...parts(...contents)),
    })
  return { app, client, id, task, log, add }
}

describe.each(databases)('$name: files of a log', ({ open }) => {
  it('are added, shown with it, listed, read and removed', async () => {
    const { app, client, log, add } = await makeWorld(open)

    const added = await add('one', 'two')

    expect(added.statusCode).toBe(201)
    const { attachments } = added.json()
    expect((await app.as('read').getLogV1({ id: log._id })).attachments).toEqual(attachments)
    const query = [{ _name: 'getLog', idOrName: log._id }, { _name: 'attachments' }]
    expect(await app.as('read').queryV1({ query })).toEqual(attachments)
    const read = await app.inject({ as: 'read', url: `/api/datastore/${sha256('one')}` })
    expect(read.body).toBe('one')

    await client.deleteLogAttachment({ id: log._id, attachmentId: attachments[0]._id })
    await client.deleteLogAttachment({ id: log._id, attachmentId: sha256('two') })
    expect((await app.as('read').getLogV1({ id: log._id })).attachments).toEqual([])
    expect(await ownedFiles(app)).toEqual([])
  })

  it.each(['log', 'task', 'case'] as const)('go with their %s', async (owner) => {
    const { app, client, id, task, log, add } = await makeWorld(open)
    await add('one')

    if (owner === 'log') await client.deleteLogV1({ id: log._id })
    if (owner === 'task') await client.deleteTaskV1({ id: task._id })
    if (owner === 'case') await client.deleteCaseV1({ id })

    expect(await app.deps.db.selectFrom('attachments').select('id').execute()).toEqual([])
    expect(await ownedFiles(app)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: files of a log', ({ open }) => {
  it('may come with the log itself', async () => {
    const { app, task } = await makeWorld(open)

    const made = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: `/api/v1/task/${task._id}/log`,
      ...multipart(
        { name: '_json', value: JSON.stringify({ message: 'Look' }) },
        ...parts('one', 'two'),
      ),
    })

    expect(made.json()).toMatchObject({
      message: 'Look',
      attachments: [{ name: '0.txt' }, { id: sha256('two') }],
    })
  })

  it('are missing where there is no log, and in the audit trail where there is', async () => {
    const { app, client, add, log } = await makeWorld(open)
    const { attachments } = (await add('one')).json()

    await expect(
      client.deleteLogAttachment({ id: log._id, attachmentId: '~404' }),
    ).rejects.toMatchObject({ status: 404 })
    const nowhere = await app.inject({
      as: 'analyze',
      method: 'POST',
      url: '/api/v1/log/~404/attachments',
      ...multipart(...parts('one')),
    })
    expect(nowhere.statusCode).toBe(404)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.find(({ objectId }) => objectId === attachments[0]._id)).toMatchObject({
      action: 'attachment.create',
      details: { logId: log._id, name: '0.txt' },
    })
  })

  it('of an observable is read at its own address', async () => {
    const { app, client, id } = await makeWorld(open)
    const [made] = [
      await client.createCaseObservableV1(
        { id },
        { dataType: 'file', attachment: new File(['bytes'], 'b.bin') },
      ),
    ].flat() as { _id: string }[]
    const url = `/api/v1/observable/${made?._id}/attachment/${sha256('bytes')}/download`

    expect((await app.inject({ as: 'read', url })).body).toBe('bytes')
    const other = await app.inject({ as: 'read', url: url.replace(sha256('bytes'), sha256('x')) })
    expect(other.statusCode).toBe(404)
  })
})
