import { createHash } from 'node:crypto'
import type { ChangeEvent } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
const secret = 'secret of alpha'

/** A case of alpha with everything in it; beta is linked and sees nothing yet. */
async function makeWorld(open: TestDatabases['open'], { linked = true } = {}) {
  const app = await makePlatformApp(open)
  const owner = app.as('analyze')
  if (linked) await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
  const { _id: id, number } = await owner.createCaseV1({ title: 'Theirs', description: 'd' })
  const task = await owner.createCaseTaskV1({ id }, { title: `task ${secret}` })
  const log = await owner.createTaskLogV1(
    { id: task._id },
    { message: `log ${secret}`, attachment: new File(['in the log'], 'l.txt') },
  )
  const observable = async (input: object) =>
    ([await owner.createCaseObservableV1({ id }, input as never)].flat()[0] as { _id: string })._id
  const text = await observable({ dataType: 'domain', data: 'secret.example' })
  const file = await observable({ dataType: 'file', attachment: new File(['bytes'], 'b.bin') })
  await owner.createCaseComment({ id }, { message: `comment ${secret}` })
  await owner.createCasePage({ id }, { title: `page ${secret}`, content: 'c' })
  await owner.createCaseProcedure({ id }, { patternId: 'T1566', description: secret })
  const share = (more: object = {}) =>
    owner.shareCase({ id }, { shares: [{ organisationName: 'beta', ...more }] })
  const ids = { id, task: task._id, log: log._id, text, file }
  return { app, owner, guest: app.as('stranger'), share, number, ...ids }
}

const get = (app: TestApp, url: string) => app.inject({ as: 'stranger', url })
const ask = (app: TestApp, ...query: object[]) => app.as('stranger').queryV1({ query })
const of = (id: string) => ({ _name: 'getCase', idOrName: id })
const step = (_name: string, more: object = {}) => ({ _name, ...more })

/** Of one moment, so in no order. */
const seen = async (app: TestApp, id: string, what: string) =>
  ((await ask(app, of(id), step(what))) as { _id: string }[]).map(({ _id }) => _id).sort()

/** Every way to the things of the case that another organization may try. */
const waysTo = ({
  id,
  task,
  log,
  text,
  file,
}: Record<'id' | 'task' | 'log' | 'text' | 'file', string>) => ({
  case: [`/api/case/${id}`, `/api/v1/case/${id}`],
  task: [`/api/case/task/${task}`, `/api/v1/task/${task}`],
  log: [
    `/api/case/task/log/${log}`,
    `/api/v1/log/${log}`,
    `/api/datastore/${sha256('in the log')}`,
  ],
  observable: [
    `/api/case/artifact/${text}`,
    `/api/v1/observable/${text}`,
    `/api/v1/observable/${file}/attachment/${sha256('bytes')}/download`,
    `/api/datastore/${sha256('bytes')}`,
  ],
  never: [
    `/api/case/${id}/links`,
    `/api/v1/case/${id}/timeline`,
    `/api/case/${id}/misp`,
    `/api/v1/case/${id}/export?password=p`,
    `/api/case/${id}/shares`,
  ],
})

describe.each(databases)('$name: a shared case', ({ open }) => {
  it('does not exist for others before it is shared, nor for those without a link', async () => {
    const world = await makeWorld(open, { linked: false })
    const { app, share } = world

    await expect(share()).rejects.toMatchObject({
      status: 404,
      message: expect.stringContaining('beta'),
    })
    await expect(share({ organisationName: 'nobody' })).rejects.toMatchObject({ status: 404 })
    for (const url of Object.values(waysTo(world)).flat())
      expect([url, (await get(app, url)).statusCode]).toEqual([url, 404])
    expect(await ask(app, step('listCase'))).toEqual([])
  })

  it('is shown by default without its tasks and observables, and without all that hangs on it', async () => {
    const world = await makeWorld(open)
    const { app, share, id, number } = world

    const [made] = await share()

    expect(made).toMatchObject({
      _type: 'share',
      caseId: id,
      organisationName: 'beta',
      profileName: 'read-only',
      taskRule: 'manual',
      observableRule: 'manual',
      owner: false,
    })
    const ways = waysTo(world)
    for (const url of ways.case) expect((await get(app, url)).statusCode).toBe(200)
    expect((await get(app, `/api/case/${number}`)).json()).toMatchObject({ _id: id })
    for (const url of [...ways.task, ...ways.log, ...ways.observable, ...ways.never])
      expect([url, (await get(app, url)).statusCode]).toEqual([url, 404])
    expect(await ask(app, step('listCase'))).toMatchObject([{ _id: id, title: 'Theirs' }])
    expect(await ask(app, step('countCase'))).toBe(1)
    for (const list of ['Task', 'Log', 'Observable', 'Comment', 'Page', 'Procedure', 'Audit'])
      expect(JSON.stringify(await ask(app, step(`list${list}`)))).not.toContain('secret')
    const links = ['tasks', 'observables', 'comments', 'attachments', 'procedures', 'pages']
    for (const link of [
      ...links,
      'alerts',
      'actions',
      'similarCases',
      'similarAlerts',
      'linkedCases',
    ])
      expect([link, await ask(app, of(id), step(link))]).toEqual([link, []])
    const everything = step('page', {
      from: 0,
      to: 9,
      extraData: ['taskStats', 'observableStats', 'alerts', 'total'],
    })
    expect(JSON.stringify(await ask(app, step('listCase'), everything))).not.toContain('secret')
  })

  it('is not found by what hangs on it and is not shared', async () => {
    const { app, share, id, owner } = await makeWorld(open)
    await share()
    const search = async (query: object) =>
      (await app.as('stranger').searchCases({ query, range: 'all' })).rows.length

    const child = { _type: 'case_task', _query: { _wildcard: { title: '*secret*' } } }
    expect(await search({ _child: child })).toBe(0)
    expect(await search({ _not: { _child: { ...child, _query: { title: 'no' } } } })).toBe(0)
    expect(await search({ _child: { _type: 'case_artifact', _query: {} } })).toBe(0)
    expect(await search({ title: 'Theirs' })).toBe(1)
    // The owner still finds it so.
    const own = await owner.searchCases({ query: { _child: child }, range: 'all' })
    expect(own.rows).toMatchObject([{ _id: id }])
  })

  it('comes with all tasks, or all observables, where that is said, also with those to come', async () => {
    const world = await makeWorld(open)
    const { app, share, owner, id, task, text, file } = world
    await share({ tasks: 'all', observables: 'none' })
    const ways = waysTo(world)

    for (const url of [...ways.task, ...ways.log])
      expect([url, (await get(app, url)).statusCode]).toEqual([url, 200])
    for (const url of ways.observable) expect((await get(app, url)).statusCode).toBe(404)
    const later = await owner.createCaseTaskV1({ id }, { title: 'Later' })
    expect(await seen(app, id, 'tasks')).toEqual([task, later._id].sort())
    const { rows } = await app.as('stranger').searchCaseTasks({ id }, { range: 'all' })
    expect(rows).toHaveLength(2)

    await share({ observables: 'all' })
    for (const url of ways.observable)
      expect([url, (await get(app, url)).statusCode]).toEqual([url, 200])
    expect(await seen(app, id, 'observables')).toEqual([text, file].sort())
  })

  it('comes with those that exist, or with one, which can be taken back again', async () => {
    const { app, share, owner, id, text, file, task } = await makeWorld(open)
    await share({ observableRule: 'existingOnly' })
    await owner.createCaseObservableV1({ id }, { dataType: 'domain', data: 'later.example' })

    expect(await seen(app, id, 'observables')).toEqual([text, file].sort())
    await owner.unshareObservable({ id: text }, { organisations: ['beta'] })
    expect(await seen(app, id, 'observables')).toEqual([file])
    expect(await seen(app, id, 'tasks')).toEqual([])
    await owner.shareTaskV1({ id: task }, { organisations: ['beta'] })
    expect(await seen(app, id, 'tasks')).toEqual([task])
    expect(await owner.listTaskShares({ id, itemId: task })).toMatchObject([
      { organisationName: 'beta' },
    ])
    await share({ tasks: 'all' })
    const other = await owner.createCaseTaskV1({ id }, { title: 'Other' })
    await owner.unshareTask({ id: task }, { organisations: ['beta'] })
    expect(await seen(app, id, 'tasks')).toEqual([other._id])
    expect(await owner.listTaskShares({ id, itemId: task })).toEqual([])
  })

  it.each(['share', 'case', 'link', 'set', 'ids'] as const)(
    'is gone at once when it is taken back (%s)',
    async (way) => {
      const world = await makeWorld(open)
      const { app, share, owner, id } = world
      const [made] = await share({ tasks: 'all', observables: 'all', profile: 'analyst' })
      const shareId = made?._id ?? ''
      expect((await get(app, `/api/case/${id}`)).statusCode).toBe(200)

      if (way === 'share') await owner.deleteShareV1({ id: shareId })
      // With a body, as clients in Python send it.
      if (way === 'case')
        await app.inject({
          as: 'analyze',
          method: 'DELETE',
          url: `/api/v1/case/${id}/shares`,
          payload: { organisations: ['beta'] },
        })
      if (way === 'link') await app.as('root').unlinkOrganisation({ id: 'beta', other: 'alpha' })
      if (way === 'set') await owner.setCaseShares({ id }, { shares: [] })
      if (way === 'ids') await owner.deleteShares({ ids: [shareId] })

      for (const url of Object.values(waysTo(world)).flat())
        expect([url, (await get(app, url)).statusCode]).toEqual([url, 404])
      expect(await ask(app, step('listCase'))).toEqual([])
      expect(await ask(app, step('listTask'))).toEqual([])
      expect(await owner.listCaseShares({ id })).toEqual([])
    },
  )

  it('is changed by nobody who may only read it', async () => {
    const { app, guest, share, task, text, id } = await makeWorld(open)
    await share({ tasks: 'all', observables: 'all' })
    const refused = { status: 403, message: expect.stringContaining('reading only') }

    await expect(guest.updateTask({ id: task }, { title: 'x' })).rejects.toMatchObject(refused)
    await expect(guest.createTaskLog({ id: task }, { message: 'x' })).rejects.toMatchObject(refused)
    await expect(guest.updateObservable({ id: text }, { ioc: true })).rejects.toMatchObject(refused)
    await expect(
      guest.createCaseObservable({ id }, { dataType: 'ip', data: '192.0.2.9' }),
    ).rejects.toMatchObject(refused)
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    expect(rows.filter(({ actor }) => actor === 'bob')).toEqual([])
  })

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

  it('does not tell by a refusal which observables it has', async () => {
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

  it('is told of to those who see it: what changed, and nothing of what they do not see', async () => {
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

  it('that is removed is told of to those who saw it', async () => {
    const { app, share, owner, id } = await makeWorld(open)
    await share()
    const heard: ChangeEvent[] = []
    const stop = app.deps.bus.on('beta', (event) => heard.push(event as ChangeEvent))

    await owner.deleteCase({ id })
    stop()

    expect(heard).toMatchObject([{ operation: 'delete', objectType: 'case', objectId: id }])
  })

  it('counts in the statistics of those who see it, and what hangs on it only as far as it is shared', async () => {
    const { app, share, owner, id, task, text } = await makeWorld(open)
    const stats = async (path: string, payload: object = { stats: [{ _agg: 'count' }] }) => {
      const url = `/api/${path}/_stats`
      return (await app.inject({ as: 'stranger', method: 'POST', url, payload })).json()
    }
    const counts = async () => ({
      cases: (await stats('case')).count,
      tasks: (await stats('case/task')).count,
      logs: (await stats('case/task/log')).count,
      observables: (await stats('case/artifact')).count,
    })
    await app.as('stranger').createCase({ title: 'Of beta', description: 'd' })
    expect(await counts()).toEqual({ cases: 1, tasks: 0, logs: 0, observables: 0 })
    await share()
    expect(await counts()).toEqual({ cases: 2, tasks: 0, logs: 0, observables: 0 })
    await owner.shareTask({ id: task }, { organisations: ['beta'] })
    await owner.shareObservable({ id: text }, { organisations: ['beta'] })
    expect(await counts()).toEqual({ cases: 2, tasks: 1, logs: 1, observables: 1 })
    const titles = { stats: [{ _agg: 'field', _field: 'title', _select: [{ _agg: 'count' }] }] }
    expect(await stats('case', titles)).toEqual({ Theirs: { count: 1 }, 'Of beta': { count: 1 } })

    // Whoever asks by relatives learns nothing of tasks and observables that are not shared.
    const byChild = {
      _child: { _type: 'case_artifact', _query: { _field: 'dataType', _value: 'file' } },
    }
    for (const payload of [
      { query: byChild, stats: [{ _agg: 'count' }] },
      { stats: [{ _agg: 'count', _query: byChild }] },
      { stats: [{ _agg: 'count' }, { _agg: 'count', _name: 'of', _query: byChild }] },
      { stats: [{ _agg: 'category', _filters: { count: byChild }, _select: [{ _agg: 'count' }] }] },
    ])
      expect(JSON.stringify(await stats('case', payload))).not.toMatch(/2|Theirs/)
    await owner.unshareCase({ id }, { organisations: ['beta'] })
    expect(await counts()).toEqual({ cases: 1, tasks: 0, logs: 0, observables: 0 })
  })

  it('tells its owner, and nobody else, with whom it is shared', async () => {
    const { app, guest, share, owner, id } = await makeWorld(open)
    const [made] = await share({ profile: 'analyst' })
    const shareId = made?._id ?? ''

    expect(await app.as('read').listCaseSharesV1({ id })).toMatchObject([
      { _type: 'Share', organisationName: 'beta', profileName: 'analyst' },
    ])
    expect(await owner.updateShare({ id: shareId }, { profile: 'read-only' })).toMatchObject({
      profileName: 'read-only',
    })
    await expect(guest.listCaseShares({ id })).rejects.toMatchObject({ status: 404 })
    await expect(guest.updateShare({ id: shareId }, { profile: 'analyst' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(guest.deleteShare({ id: shareId })).rejects.toMatchObject({ status: 404 })
    await expect(share({ organisationName: 'alpha' })).rejects.toMatchObject({ status: 400 })
  })

  it('needs a link, which superadmin makes and everybody concerned sees', async () => {
    const app = await makePlatformApp(open)
    const root = app.as('root')

    await root.setLinks({ id: 'alpha' }, { organisations: ['beta'] })

    expect(await app.as('read').listLinks({ id: 'alpha' })).toMatchObject([{ name: 'beta' }])
    expect(await app.as('stranger').listLinksV1({ id: 'beta' })).toMatchObject([{ name: 'alpha' }])
    await expect(app.as('stranger').listLinks({ id: 'alpha' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(root.linkOrganisation({ id: 'alpha', other: 'nobody' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(root.linkOrganisation({ id: 'alpha', other: 'alpha' })).rejects.toMatchObject({
      status: 400,
    })
    // With whom a partner shares, too, is nothing for others.
    await root.createOrganisation({ name: 'delta' })
    await root.linkOrganisation({ id: 'beta', other: 'delta' })
    expect(await app.as('read').getOrganisation({ id: 'alpha' })).toMatchObject({ links: ['beta'] })
    expect(await app.as('read').listLinks({ id: 'alpha' })).toMatchObject([{ links: [] }])
    expect((await root.listOrganisationsV1({})).rows).toContainEqual(
      expect.objectContaining({ name: 'beta', links: ['alpha', 'delta'] }),
    )
    await root.setLinks({ id: 'beta' }, { organisations: [] })
    expect(await app.as('read').listLinks({ id: 'alpha' })).toEqual([])
  })
})
