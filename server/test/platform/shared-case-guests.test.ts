import type { ChangeEvent } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makeWorld, of, sha256, step } from './shared-case.ts'

describe.each(databases)('$name: a shared case', ({ open }) => {
  it('is worked on by analysts of the other organization, in the eyes of the owner', async () => {
    const { app, guest, owner, share, task, text, id } = await makeWorld(open)
    await share({ tasks: 'all', observables: 'all', profile: 'analyst' })

    await guest.createTaskLogV1({ id: task }, { message: 'We saw it too' })
    await guest.updateTask({ id: task }, { status: 'Completed' })
    await guest.updateObservable({ id: text }, { ioc: true })
    await guest.createCaseObservableV1({ id }, { dataType: 'ip', data: '192.0.2.9' })

    expect(await owner.getTask({ id: task })).toMatchObject({ status: 'Completed' })
    expect(await owner.getObservable({ id: text })).toMatchObject({ ioc: true })
    expect(
      await owner.queryV1({
        query: [of(id), step('observables'), step('filter', { data: '192.0.2.9' })],
      }),
    ).toMatchObject([{ _createdBy: 'bob' }])
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.filter(({ actor }) => actor === 'bob').map(({ action }) => action)).toContain(
      'case_task_log.create',
    )
  })
})

describe.each(oneDatabase)('$name: a shared case', ({ open }) => {
  it('is not changed by guests who may only read it', async () => {
    const { app, guest, share, task, text, id } = await makeWorld(open)
    await share({ tasks: 'all', observables: 'all' })
    const refused = { status: 403, message: expect.stringContaining('read-only access') }

    await expect(guest.updateTask({ id: task }, { title: 'x' })).rejects.toMatchObject(refused)
    await expect(guest.createTaskLog({ id: task }, { message: 'x' })).rejects.toMatchObject(refused)
    await expect(guest.updateObservable({ id: text }, { ioc: true })).rejects.toMatchObject(refused)
    await expect(
      guest.createCaseObservable({ id }, { dataType: 'ip', data: '192.0.2.9' }),
    ).rejects.toMatchObject(refused)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.filter(({ actor }) => actor === 'bob')).toEqual([])
  })

  it('lets guests do nothing that is the owner’s alone', async () => {
    const { app, guest, share, task, log, text, id } = await makeWorld(open)
    await share({ tasks: 'all', observables: 'all', profile: 'analyst' })
    const missing = { status: 404 }

    await expect(guest.updateTask({ id: task }, { owner: 'alan' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(guest.updateCase({ id }, { title: 'x' })).rejects.toMatchObject(missing)
    await expect(guest.deleteCase({ id })).rejects.toMatchObject(missing)
    await expect(guest.deleteTaskV1({ id: task })).rejects.toMatchObject(missing)
    await expect(guest.deleteTaskLog({ id: log })).rejects.toMatchObject(missing)
    await expect(guest.deleteObservable({ id: text })).rejects.toMatchObject(missing)
    await expect(guest.createCaseComment({ id }, { message: 'm' })).rejects.toMatchObject(missing)
    await expect(
      guest.shareCase({ id }, { shares: [{ organisationName: 'alpha' }] }),
    ).rejects.toMatchObject(missing)
    const own = await guest.createCaseV1({ title: 'Ours', description: 'd' })
    await expect(guest.mergeCases({ id, other: own._id })).rejects.toMatchObject(missing)
    // A file of the owner's that the guest only knows the hash of.
    await app
      .as('analyze')
      .createCaseObservable(
        { id: (await app.as('analyze').createCase({ title: 't', description: 'd' }))._id },
        { dataType: 'file', attachment: new File(['elsewhere'], 'e.bin') },
      )
    const attachment = { id: sha256('elsewhere') } as never
    await expect(
      guest.createCaseObservable({ id }, { dataType: 'file', attachment }),
    ).rejects.toMatchObject(missing)
  })

  it('does not reveal by a refusal which observables it has', async () => {
    const { guest, share, id } = await makeWorld(open)
    await share({ profile: 'analyst' })

    for (const data of ['secret.example', 'new.example'])
      await expect(
        guest.createCaseObservable({ id }, { dataType: 'domain', data }),
      ).rejects.toMatchObject({ status: 403, message: expect.stringContaining('does not see all') })
  })

  it('is in no webhook and no audit trail of the other organization', async () => {
    const { app, guest, share, owner, id } = await makeWorld(open)
    await share({ tasks: 'all', observables: 'all' })
    await guest.createWebhook({ name: 'hook', url: 'https://example.org/', enabled: true })

    await owner.updateCase({ id }, { title: 'Changed' })
    await owner.createCaseObservable({ id }, { dataType: 'ip', data: '192.0.2.3' })

    const deliveries = await app.deps.db
      .selectFrom('webhook_deliveries')
      .select('body')
      .where('organization', '=', 'beta')
      .execute()
    expect(JSON.stringify(deliveries)).not.toContain('Changed')
    const { rows } = await guest.listAudit({ range: 'all' })
    expect(rows.map(({ action }) => action)).toContain('share.create')
    expect(JSON.stringify(rows)).not.toContain('Theirs')
  })

  it('is reported to those who see it: what changed, and nothing of what they do not see', async () => {
    const world = await makeWorld(open)
    const { app, share, owner, id, task, text } = world
    const heard: ChangeEvent[] = []
    const stop = app.deps.bus.on('beta', (event) => heard.push(event as ChangeEvent))
    const told = () =>
      heard.splice(0).map(({ operation, objectType, objectId, organization, details }) => {
        expect([organization, details]).toEqual(['beta', {}])
        return `${operation} ${objectType} ${objectId}`
      })

    await owner.updateCase({ id }, { title: 'Not yet' })
    expect(told()).toEqual([])
    await share()
    expect(told()).toEqual([`create case ${id}`])

    await owner.updateCase({ id }, { title: 'Changed' })
    await owner.updateTask({ id: task }, { title: 'Hidden' })
    await owner.createTaskLog({ id: task }, { message: 'Hidden' })
    await owner.updateObservable({ id: text }, { message: 'Hidden' })
    await owner.createCaseComment({ id }, { message: 'Hidden' })
    await owner.createCase({ title: 'Another', description: 'd' })
    expect(told()).toEqual([`update case ${id}`])

    await owner.shareTask({ id: task }, { organisations: ['beta'] })
    await owner.updateTask({ id: task }, { title: 'Seen' })
    const { _id: log } = await owner.createTaskLog({ id: task }, { message: 'Seen' })
    await owner.deleteTaskLog({ id: log })
    await owner.deleteObservable({ id: text })
    expect(told()).toEqual([
      `create case_task ${task}`,
      `update case_task ${task}`,
      `create case_task_log ${log}`,
      `delete case_task_log ${log}`,
    ])

    await share({ observables: 'all' })
    const [made] = [
      await owner.createCaseObservable({ id }, { dataType: 'ip', data: '192.0.2.3' }),
    ].flat() as { _id: string }[]
    await owner.deleteObservable({ id: made?._id ?? '' })
    expect(told()).toEqual([
      `update case ${id}`,
      `create case_artifact ${made?._id}`,
      `delete case_artifact ${made?._id}`,
    ])
    await owner.unshareCase({ id }, { organisations: ['beta'] })
    await owner.updateCase({ id }, { title: 'No more' })
    expect(told()).toEqual([`delete case ${id}`])
    await share()
    await app.as('root').unlinkOrganisation({ id: 'beta', other: 'alpha' })
    expect(told()).toEqual([`create case ${id}`, `delete case ${id}`])
    stop()
  })

  it('that is removed is reported to those who saw it', async () => {
    const { app, share, owner, id } = await makeWorld(open)
    await share()
    const heard: ChangeEvent[] = []
    const stop = app.deps.bus.on('beta', (event) => heard.push(event as ChangeEvent))

    await owner.deleteCase({ id })
    stop()

    expect(heard).toMatchObject([{ operation: 'delete', objectType: 'case', objectId: id }])
  })
})
