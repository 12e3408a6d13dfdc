import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import type { Person, TestApp } from '../setup.ts'
import { row } from './rows.ts'
import { makePlatformApp } from './setup.ts'

const playbook = (content = 'Steps', name = 'playbook.txt') => new File([content], name)

async function add(app: TestApp, file = playbook(), canRename?: boolean) {
  const { attachments } = await app.as('analyze').addOrganisationAttachments({
    attachments: [file],
    ...(canRename !== undefined && { canRename }),
  })
  const [made] = attachments
  if (!made) throw new Error('no file was stored')
  return made
}

const listed = (app: TestApp, person: Person = 'read', idOrName = 'alpha') =>
  app
    .as(person)
    .queryV1({ query: [{ _name: 'getOrganisation', idOrName }, { _name: 'attachments' }] })

describe.each(databases)('$name: files of the organization', ({ open }) => {
  it('are stored, listed, downloaded and deleted', async () => {
    const app = await makePlatformApp(open)

    const made = await add(app)

    expect(made).toMatchObject({ _type: 'Attachment', _createdBy: 'alan', name: 'playbook.txt' })
    expect(await listed(app)).toEqual([made])
    for (const id of [made._id, made.id]) {
      const answer = await app.as('read').downloadOrganisationAttachment({ id })
      expect(await answer.text()).toBe('Steps')
    }
    await app.as('analyze').deleteOrganisationAttachment({ id: made._id })
    expect(await listed(app)).toEqual([])
    expect(await refusalOf(app.as('read').downloadOrganisationAttachment(made as never))).toEqual(
      notFound('Attachment not found'),
    )
  })

  it('are those of no case, alert or task log, and of no other organization', async () => {
    const app = await makePlatformApp(open)
    const client = app.as('analyze')
    const { _id: id } = await client.createCaseV1({ title: 'A case', description: 'd' })
    const { attachments } = await client.addCaseAttachments(
      { id },
      { attachments: [playbook('Of the case', 'case.txt')] },
    )
    const { _id: task } = await client.createCaseTaskV1({ id }, { title: 'A task' })
    const { _id: log } = await client.createTaskLogV1({ id: task }, { message: 'A log' })
    await client.addLogAttachments({ id: log }, { attachments: [playbook('Of the log')] })
    const made = await add(app)

    expect(await listed(app)).toMatchObject([{ _id: made._id }])
    const ofCase = { id: attachments[0]?._id ?? '' }
    const missing = notFound('Attachment not found')
    expect(await refusalOf(client.downloadOrganisationAttachment(ofCase))).toEqual(missing)
    expect(await refusalOf(client.deleteOrganisationAttachment(ofCase))).toEqual(missing)
    expect(await listed(app, 'stranger')).toEqual([])
    expect(await listed(app, 'stranger', 'beta')).toEqual([])
    const stranger = app.as('stranger').downloadOrganisationAttachment({ id: made._id })
    expect(await refusalOf(stranger)).toEqual(missing)
  })

  it('get a number when their name is taken, also two that come at once', async () => {
    const app = await makePlatformApp(open)
    await Promise.all([add(app, playbook('One')), add(app, playbook('Two'))])
    const files = (await listed(app)) as { name: string }[]
    expect(files.map(({ name }) => name).sort()).toEqual(['playbook (1).txt', 'playbook.txt'])
    expect(await refusalOf(add(app, playbook('Three'), false))).toEqual(
      badRequest('A file named playbook.txt already exists. Rename it, or send canRename'),
    )
  })
})

describe.each(oneDatabase)('files of the organization', ({ open }) => {
  it('are at most 500', async () => {
    const app = await makePlatformApp(open)
    const rows = Array.from({ length: 500 }, (_, at) => row.attachment(`~${6_000 + at}`))
    await app.deps.db.insertInto('attachments').values(rows).execute()
    expect(await refusalOf(add(app))).toEqual(
      badRequest('The organization can have at most 500 files. Delete some first'),
    )
  })

  it('are recorded in the audit trail', async () => {
    const app = await makePlatformApp(open)
    const made = await add(app)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows).toContainEqual(
      expect.objectContaining({
        action: 'attachment.create',
        objectId: made._id,
        details: { name: 'playbook.txt', size: 5, id: made.id },
      }),
    )
  })
})
