import { describe, expect, it } from 'vitest'
import { grantFor, writeShared } from '../../src/platform/shares/access.ts'
import { databases, oneDatabase } from '../databases.ts'
import { people } from '../setup.ts'
import { makePlatformApp } from './setup.ts'
import { ask, get, makeWorld, of, seen, sha256, step, waysTo } from './shared-case.ts'

describe.each(databases)('$name: a shared case', ({ open }) => {
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

    // A query by relatives reveals nothing of tasks and observables that are not shared.
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
})

describe.each(oneDatabase)('$name: a shared case', ({ open }) => {
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

  it('is not written to by a guest whose share was lowered in the middle of it', async () => {
    const { app, share, owner, id } = await makeWorld(open)
    const [made] = await share({ tasks: 'all', profile: 'analyst' })
    const { login, organization, roles } = people.stranger
    const caller = { login, organization, roles: [...roles], via: 'key' as const }
    const call = { caller, origin: { address: 'test', requestId: 'test' } }
    let written = 0
    // Files are kept after the first look at the share and before the transaction.
    const keep = async () =>
      void (await owner.updateShare({ id: made?._id ?? '' }, { profile: 'read-only' }))

    const writing = writeShared(app.deps, call, { kind: 'case', id }, async () => (written += 1), [
      { sha256: sha256('sent'), keep },
    ])

    await expect(writing).rejects.toThrow('Your organization has read-only access to this case')
    expect(written).toBe(0)
  })

  it('is not written to by a guest whose share was taken back in the middle of it', async () => {
    const { app, share, owner, id } = await makeWorld(open)
    await share({ tasks: 'all', profile: 'analyst' })
    const { login, organization, roles } = people.stranger
    const caller = { login, organization, roles: [...roles], via: 'key' as const }
    const call = { caller, origin: { address: 'test', requestId: 'test' } }
    let written = 0
    const keep = async () => void (await owner.unshareCase({ id }, { organisations: ['beta'] }))

    const writing = writeShared(app.deps, call, { kind: 'case', id }, async () => (written += 1), [
      { sha256: sha256('sent'), keep },
    ])

    await expect(writing).rejects.toMatchObject({ type: 'NotFoundError' })
    expect(written).toBe(0)
  })

  it('gives each guest what was shared with them, not what another one got', async () => {
    const { app, share, id } = await makeWorld(open)
    await app.as('root').createOrganization({ name: 'gamma', description: 'g' })
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'gamma' })
    await share({ organisationName: 'gamma', profile: 'analyst' })
    await share({ profile: 'read-only' })
    const profileOf = async (organization: string) =>
      (await grantFor(app.deps.db, organization, 'case', id))?.profile

    expect(await profileOf('gamma')).toBe('analyst')
    expect(await profileOf('beta')).toBe('read-only')
    expect(await profileOf('alpha')).toBeUndefined()
  })

  it('tells only its owner with whom it is shared', async () => {
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

  it('needs a link, which superadmin makes and everyone concerned sees', async () => {
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
    // With whom a partner shares is not visible to others.
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

describe.each(oneDatabase)('$name: shares of a task or observable', ({ open }) => {
  it('do nothing for the caller’s organization, and are listed under its id as clients of TheHive 5 ask', async () => {
    const { share, owner, task, text } = await makeWorld(open)
    const own = { organisations: ['alpha'] }
    await owner.shareTaskV1({ id: task }, own)
    await owner.shareObservableV1({ id: text }, own)
    await owner.unshareObservableV1({ id: text }, own)
    expect(await owner.listCaseSharesV1({ id: text })).toEqual([])

    await share()
    await owner.shareObservableV1({ id: text }, { organisations: ['alpha', 'beta'] })

    expect(await owner.listCaseSharesV1({ id: text })).toMatchObject([{ organisationName: 'beta' }])
  })
})
