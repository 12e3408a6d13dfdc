import { describe, expect, it } from 'vitest'
import { databases } from '../databases.ts'
import { makeRulesApp } from './world.ts'

describe.each(databases)('$name: rules that name an analyzer set', ({ open }) => {
  it('run it as it is when they act, for its types only, and say when it is gone', async () => {
    const app = await makeRulesApp(open)
    const set = await app.admin.createAnalyzerSet({
      name: 'Names',
      analyzers: ['Echo', 'Missing'],
      dataTypes: ['domain'],
    })
    await app.rule({ on: 'observable.created', do: [{ analyze: { set: 'Names' } }] })
    const found = await app.case()
    const lastSteps = async (count: number) => {
      const runs = await app.runs(count)
      const last = runs.toSorted((a, b) => b.at - a.at)[0]
      app.clock.advance(1_000)
      return last?.steps.map(({ state, reason }) => [state, reason?.id ?? null])
    }

    await app.addTo(found.id, 'one.example')
    expect(await lastSteps(1)).toEqual([
      ['done', null],
      ['skipped', 'reason.worker'],
    ])
    await app.addTo(found.id, '192.0.2.1', { dataType: 'ip' })
    expect((await lastSteps(2))?.[0]).toEqual(['skipped', 'reason.setType'])
    await app.admin.updateAnalyzerSet({ id: set.id }, { analyzers: ['Echo'], dataTypes: [] })
    await app.addTo(found.id, 'two.example')
    expect(await lastSteps(3)).toEqual([['done', null]])
    await app.admin.deleteAnalyzerSet({ id: set.id })
    await app.addTo(found.id, 'three.example')
    expect(await lastSteps(4)).toEqual([['skipped', 'reason.set']])
  })

  it('are tried and explained with the analyzers of the set', async () => {
    const app = await makeRulesApp(open)
    await app.admin.createAnalyzerSet({ name: 'Names', analyzers: ['Echo'], dataTypes: ['domain'] })
    const found = await app.case()
    const domain = await app.addTo(found.id, 'one.example')
    const address = await app.addTo(found.id, '192.0.2.1', { dataType: 'ip' })
    const body = { on: 'observable.created' as const, do: [{ analyze: { set: 'Names' } }] }
    const rule = await app.rule({ ...body, state: 'off' })

    const tried = await app.admin.tryRule({ ...body, if: {} })
    expect(tried.needs).toEqual([{ kind: 'analyzer', name: 'Echo', runs: 2 }])
    const reasonFor = async (objectId: string) => {
      const about = { objectType: 'observable' as const, objectId, rule: rule.id }
      const { rules } = await app.admin.explainRules(about)
      return rules[0]?.steps[0]?.reason?.id ?? null
    }
    expect(await reasonFor(domain.id)).toBeNull()
    expect(await reasonFor(address.id)).toBe('reason.setType')
  })
})
