import { describe, expect, it } from 'vitest'
import { notFound, refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { budgetRow } from './rows.ts'

const limits = {
  name: 'VirusTotal',
  windows: [
    { count: 4, per: 'minute' as const },
    { count: 500, per: 'day' as const, calendar: true },
  ],
}

const keyed = {
  ...programs.echo,
  name: 'Keyed',
  configurationItems: [
    { name: 'api_key', type: 'string', multi: false, required: false, description: '' },
  ],
}

const makeEngine = (open: Parameters<typeof makeEngineApp>[0]) =>
  makeEngineApp(open, [programs.echo, keyed, programs.responder])

describe.each(oneDatabase)('$name: budgets', ({ open }) => {
  it('are created, changed, resumed and deleted by administrators, each with an audit entry', async () => {
    const app = await makeEngine(open)
    const ada = app.as('orgadmin')
    const made = await ada.createBudget({ ...limits, name: ' VirusTotal ' })
    expect(made).toMatchObject({
      name: 'VirusTotal',
      source: 'organization',
      windows: [
        { count: 4, per: 'minute', used: 0, left: 4 },
        { count: 500, per: 'day', calendar: true, used: 0, left: 500 },
      ],
      ...{ peopleShare: 25, maxWaitMinutes: 1440, state: 'open', waiting: 0, workers: [] },
    })
    const change = { name: 'VT', windows: [{ count: 1, per: 30 }], peopleShare: 0 }
    const changed = await ada.updateBudget({ id: made.id }, { ...change, maxWaitMinutes: 5 })
    expect(changed).toMatchObject({
      ...{ name: 'VT', peopleShare: 0, maxWaitMinutes: 5 },
      windows: [{ count: 1, per: 30, used: 0, left: 1 }],
    })
    await app.deps.db
      .updateTable('budgets')
      .set({ state: 'refused', reason: '401 Unauthorized' })
      .execute()
    expect(await ada.getBudget({ id: made.id })).toMatchObject({
      ...{ state: 'refused', reason: '401 Unauthorized' },
    })
    const resumed = await ada.resumeBudget({ id: made.id })
    expect(resumed.state).toBe('open')
    expect(resumed).not.toHaveProperty('reason')
    await ada.deleteBudget({ id: made.id })
    expect(await ada.listBudgets()).toEqual([])

    const { rows } = await ada.searchAudit({ query: { objectType: 'budget' }, range: '0-10' })
    expect(rows.map(({ action }) => action).reverse()).toEqual(
      ['create', 'update', 'resume', 'delete'].map((change) => `budget.${change}`),
    )
  })

  it('show analysts what is left, and not which credentials are equal', async () => {
    const app = await makeEngine(open)
    const { id } = await app.as('orgadmin').createBudget(limits)
    const { now } = app.clock
    const worker = await app.enable('orgadmin', 'Echo', { budget: id, budgetCost: 2 })
    await app.deps.db
      .insertInto('budget_uses')
      .values({ budget_id: id, at: now() - 10, starts: 3 })
      .execute()

    const [seen] = await app.as('analyze').listBudgets()
    expect(seen).toMatchObject({
      windows: [{ left: 1 }, { left: 497 }],
      workers: [{ id: worker.id, name: 'Echo', type: 'analyzer', cost: 2 }],
    })
    expect(seen).not.toHaveProperty('startsAt')
    expect(seen).not.toHaveProperty('sameCredential')
    await app.deps.db
      .insertInto('budget_uses')
      .values({ budget_id: id, at: now() - 5, starts: 1 })
      .execute()
    const full = await app.as('analyze').getBudget({ id })
    expect(full).toMatchObject({ windows: [{ left: 0 }, { left: 496 }] })
    expect(full.startsAt).toBe(now() - 10 + 60_000)
  })

  it('offer to be shared by what has the same credential', async () => {
    const app = await makeEngine(open)
    const ada = app.as('orgadmin')
    const { id } = await ada.createBudget(limits)
    const configuration = { api_key: 'a key of a provider' }
    const one = await app.enable('orgadmin', 'Keyed', { name: 'One', budget: id, configuration })
    const two = await app.enable('orgadmin', 'Keyed', { name: 'Two', configuration })
    await app.enable('orgadmin', 'Keyed', {
      name: 'Three',
      configuration: { api_key: 'another key' },
    })

    const { sameCredential, workers } = await ada.getBudget({ id })
    expect(workers.map(({ name }) => name)).toEqual(['One'])
    expect(sameCredential?.map(({ name }) => name)).toEqual(['Two'])
    const ids = await Promise.all(
      [one.id, two.id].map(async (worker) => (await ada.getAnalyzer({ id: worker })).credentialId),
    )
    expect(ids[0]).toBeDefined()
    expect(ids[0]).toBe(ids[1])
    expect(JSON.stringify(ids)).not.toContain(configuration.api_key)
    expect(await app.as('analyze').getAnalyzer({ id: one.id })).not.toHaveProperty('credentialId')
  })

  it('of other organizations do not exist', async () => {
    const app = await makeEngine(open)
    const { id } = await app.as('orgadmin').createBudget(limits)
    const stranger = app.as('stranger')
    expect(await stranger.listBudgets()).toEqual([])
    for (const call of [
      () => stranger.getBudget({ id }),
      () => stranger.updateBudget({ id }, { peopleShare: 1 }),
      () => stranger.resumeBudget({ id }),
      () => stranger.deleteBudget({ id }),
    ])
      expect(await refusalOf(call())).toEqual(notFound(`budget ${id} not found`))
    const taken = await refusalOf(
      stranger.enableAnalyzer({ id: 'Echo_1_0' }, { name: 'Echo', budget: id }),
    )
    expect(taken.status).toBe(400)
    expect(taken.message).toContain(`Budget ${id} not found`)
  })

  it('of the operator are for organizations only once a superadmin shares them', async () => {
    const app = await makeEngine(open)
    const [root, ada] = [app.as('root'), app.as('orgadmin')]
    const { id, source } = await root.createBudget(limits)
    expect(source).toBe('server')
    expect(await ada.listBudgets()).toEqual([])
    const worker = await app.enable('orgadmin', 'Echo')
    const use = () => ada.updateAnalyzer({ id: worker.id }, { budget: id })
    expect((await refusalOf(use())).status).toBe(400)

    await root.updateBudget({ id }, { shared: true })
    expect(await ada.listBudgets()).toMatchObject([{ id, source: 'server', shared: true }])
    expect(await use()).toMatchObject({ budget: id })
    expect((await refusalOf(ada.updateBudget({ id }, { peopleShare: 1 }))).status).toBe(403)
    expect((await refusalOf(ada.deleteBudget({ id }))).status).toBe(403)

    await root.updateBudget({ id }, { shared: false })
    expect(await ada.getAnalyzer({ id: worker.id })).toMatchObject({ budget: null })
  })

  it('leave their analyzers without one when they are deleted', async () => {
    const app = await makeEngine(open)
    const ada = app.as('orgadmin')
    const { id } = await ada.createBudget(limits)
    const worker = await app.enable('orgadmin', 'Echo', { budget: id, whenFull: 'wait' })
    expect(worker).toMatchObject({ budget: id, whenFull: 'wait' })
    await ada.deleteBudget({ id })
    expect(await ada.getAnalyzer({ id: worker.id })).toMatchObject({ budget: null })
  })

  it.each([
    ['a window of seconds by the calendar', { windows: [{ count: 1, per: 5, calendar: true }] }],
    ['no window', { windows: [] }],
    ['five windows', { windows: Array.from({ length: 5 }, () => ({ count: 1, per: 5 })) }],
    ['a window of no starts', { windows: [{ count: 0, per: 'day' as const }] }],
    ['sharing by an organization', { shared: true }],
  ])('refuse %s', async (_, wrong) => {
    const app = await makeEngine(open)
    const call = app.as('orgadmin').createBudget({ ...limits, ...wrong })
    expect((await refusalOf(call)).status).toBe(400)
  })

  it('are made for whom one may make them', async () => {
    const app = await makeEngine(open)
    const own = () => app.as('orgadmin').createBudget({ ...limits, source: 'server' })
    expect((await refusalOf(own())).status).toBe(403)
    const theirs = () => app.as('root').createBudget({ ...limits, source: 'organization' })
    expect((await refusalOf(theirs())).status).toBe(403)
  })

  it('have different names, and end at a hundred', async () => {
    const app = await makeEngine(open)
    const ada = app.as('orgadmin')
    await ada.createBudget(limits)
    const again = await refusalOf(ada.createBudget(limits))
    expect(again.message).toBe('budget VirusTotal already exists')
    const rows = Array.from({ length: 99 }, (_, n) => budgetRow(`budget-${n}`))
    await app.deps.db.insertInto('budgets').values(rows).execute()
    const last = await refusalOf(ada.createBudget({ ...limits, name: 'One more' }))
    expect(last.message).toContain('Limit of 100 budgets reached')
  })

  it('wait until every process knows jobs that wait for them', async () => {
    const app = await makeEngine(open)
    const now = app.clock.now()
    await app.deps.db
      .insertInto('nodes')
      .values({
        ...{ id: 'older', name: 'older', machine: 'm', pid: 1, started_at: now, seen_at: now },
        ...{ version: '0.11.0', schema_min: 1, schema_max: 76, slots: 1, running: 0 },
        ...{ roles: '[]', runners: '[]', accepts: '[]', labels: '[]' },
      })
      .execute()
    const refused = await refusalOf(app.as('orgadmin').createBudget(limits))
    expect(refused).toMatchObject({
      status: 503,
      message:
        'older still runs version 0.11.0, which cannot let jobs wait for a budget. Update it first',
    })
  })

  it('are in the metrics of the operator', async () => {
    const app = await makeEngine(open)
    const metrics = async () => (await app.inject({ method: 'GET', url: '/metrics' })).body
    const { id } = await app.as('orgadmin').createBudget(limits)
    const { id: worker } = await app.enable('orgadmin', 'Echo', { budget: id, budgetCost: 4 })
    for (const data of ['1.1.1.1', '2.2.2.2'])
      await app.as('analyze').runAnalyzer({ id: worker }, { data, dataType: 'ip', wait: true })
    const shown = await metrics()
    const labels = '{organization="alpha",budget="VirusTotal"}'
    expect(shown).toContain(`assay_budget_waiting_jobs${labels} 1`)
    expect(shown).toContain(`assay_budget_open${labels} 1`)
  })
})
