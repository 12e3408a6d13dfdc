import { maxWatches } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: the step watch', ({ open }) => {
  it('lets active analysts watch an observable once, and names no one of another organization', async () => {
    const app = await makeRulesApp(open)
    const { db } = app.deps
    await app.rule({
      on: 'observable.created',
      do: [{ watch: { people: ['ada', 'ALAN', 'bob', 'assignee', 'missing'], every: 'day' } }],
    })
    const reader = await db.selectFrom('users').select(['login', 'roles']).execute()
    const found = await app.case()
    await app.addTo(found.id, 'evil.example')
    const [run] = await app.runs(1)
    expect(run?.tally).toEqual({ done: 1 })
    const watches = await db
      .selectFrom('value_watches')
      .select(['login', 'organization', 'data', 'every'])
      .orderBy('login')
      .execute()
    expect(watches.map(({ login }) => login)).not.toContain('bob')
    expect(watches).toContainEqual({
      ...{ login: 'alan', organization: 'alpha', data: 'evil.example', every: 'day' },
    })
    for (const { login } of watches)
      expect(reader.find((user) => user.login === login)?.roles).toContain('analyze')
    const audited = await db
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'watch.create')
      .execute()
    expect(audited).toHaveLength(watches.length)

    await app.addTo((await app.case()).id, 'evil.example')
    app.clock.advance(1_000)
    const again = (await app.runs(2))[0]
    expect(again?.steps).toMatchObject([{ state: 'skipped', reason: { id: 'reason.watched' } }])
    expect(await db.selectFrom('value_watches').select('id').execute()).toHaveLength(watches.length)
  })

  it('is skipped for who watches enough, by name, and for the observables of an alert one by one', async () => {
    const app = await makeRulesApp(open)
    const { db } = app.deps
    const row = (count: number) => ({
      ...{ id: `watch-${count}`, organization: 'alpha', login: 'alan', value_hash: `${count}` },
      ...{ data_type: 'domain', is_file: 0, data: `${count}.example`, file_name: null },
      ...{ level: null, every: null, next_at: null, created_at: 1 },
    })
    await db
      .insertInto('value_watches')
      .values(Array.from({ length: maxWatches - 1 }, (_, count) => row(count)))
      .execute()
    await app.rule({ on: 'alert.created', do: [{ watch: { people: ['alan'] } }] })
    await app.alert({
      artifacts: [
        { dataType: 'domain', data: 'one.example' },
        { dataType: 'domain', data: 'two.example' },
      ],
    })
    const [run] = await app.runs(1)
    expect(run?.steps.map(({ state, reason }) => [state, reason?.text ?? null]).sort()).toEqual([
      ['done', null],
      ['skipped', 'Not done for alan: watching 200 observables already, which is the limit'],
    ])
  })
})
