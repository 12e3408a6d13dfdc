import { describe, expect, it } from 'vitest'
import { refusalOf } from '../api/refusal.ts'
import { databases } from '../databases.ts'
import { programs } from '../engine/setup.ts'
import { operating } from '../platform/connector.ts'
import { block, makeRulesApp } from './world.ts'

const broken = operating('Broken', [], { script: `echo 'no route to the firewall' >&2; exit 3` })

describe.each(databases)('$name: a rule about responses that fail', ({ open }) => {
  it('acts on what the responder was run on, once, and on none that succeed', async () => {
    const app = await makeRulesApp(open, [programs.echo, block, broken])
    const responder = await app.enable('orgadmin', 'Broken')
    const rule = await app.rule({
      on: 'response.failed',
      if: { responderName: 'Broken' },
      do: [
        { tag: { tags: ['not-blocked'] } },
        { comment: { text: 'Nobody blocked {value}' } },
        { respond: { responder: 'Broken' } },
      ],
    })
    const found = await app.case({ title: 'Phishing' })
    const observable = await app.addTo(found.id, 'evil.example')
    const runOn = async (responderId: string) => {
      const { body, status } = await app.call('POST', '/api/connector/cortex/action', {
        responderId,
        objectType: 'case_artifact',
        objectId: observable.id,
      })
      expect(status).toBe(200)
      return await app.ended(body._id)
    }
    const good = await runOn(app.responder?.id ?? '')
    expect(good.status).toBe('Success')
    const failed = await runOn(responder.id)
    expect(failed.status).toBe('Failure')
    // Its own responder fails, too: the chain ends there.
    const followed = await app.runs(1, { rule: rule.id, state: 'done' })
    const again = await app.deps.db
      .selectFrom('actions')
      .select('id')
      .where('responder_name', '=', 'Broken')
      .where('id', '!=', failed.id)
      .executeTakeFirstOrThrow()
    await app.ended(again.id)
    const runs = await app.runs(2, { rule: rule.id })
    expect(runs.map(({ state, reason }) => [state, reason?.id ?? null]).sort()).toEqual([
      ['canceled', 'not.chain'],
      ['done', null],
    ])
    expect(followed[0]).toMatchObject({
      because: { id: 'because.failed', parameters: { responder: 'Broken' } },
      root: { objectType: 'case', objectId: found.id },
      objects: [{ objectType: 'observable', objectId: observable.id }],
      tally: { done: 3 },
    })
    const { tags } = await app.deps.db
      .selectFrom('observables')
      .select('tags')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(tags)).toContain('not-blocked')
    const comment = await app.deps.db.selectFrom('comments').select('message').execute()
    expect(comment).toEqual([{ message: 'Nobody blocked evil\\[.\\]example' }])

    const tried = await app.admin.tryRule({ id: rule.id })
    expect(tried).toMatchObject({ matched: 2, isComplete: true })
    expect(tried.objects[0]).toMatchObject({ objectType: 'observable', rootId: found.id })
    const explained = await app.admin.explainRules({ objectType: 'response', objectId: failed.id })
    expect(explained.rules).toMatchObject([{ ruleId: rule.id, acts: true, steps: [{}, {}, {}] }])
    const other = await app.admin.explainRules({ objectType: 'response', objectId: good.id })
    expect(other.rules[0]).toMatchObject({
      acts: false,
      because: { id: 'not.condition' },
      conditions: [{ holds: false, found: 'Block' }],
    })
    expect(
      await refusalOf(
        app.as('stranger').explainRules({ objectType: 'response', objectId: failed.id }),
      ),
    ).toMatchObject({ status: 404 })
  })

  it('in trial says what it would do, about a task of a log, and tags its case', async () => {
    const app = await makeRulesApp(open, [programs.echo, broken])
    const responder = await app.enable('orgadmin', 'Broken')
    await app.rule({
      on: 'response.failed',
      state: 'trial',
      do: [{ tag: { tags: ['failed'] } }],
    })
    const found = await app.case()
    const task = await app.call('POST', `/api/case/${found.id}/task`, { title: 'Block it' })
    const log = await app.call('POST', `/api/case/task/${task.body.id}/log`, {
      message: 'Blocking',
    })
    const { body } = await app.call('POST', '/api/connector/cortex/action', {
      responderId: responder.id,
      objectType: 'case_task_log',
      objectId: log.body.id,
    })
    await app.ended(body._id)
    const [run] = await app.runs(1)
    expect(run).toMatchObject({
      mode: 'trial',
      objects: [{ objectType: 'task', objectId: task.body.id }],
      steps: [{ kind: 'tag', state: 'would', target: { objectType: 'case', objectId: found.id } }],
    })
  })
})
