import { describe, expect, it, vi } from 'vitest'
import { databases } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { rowsOf } from '../platform/connector.ts'
import { agentKey, block, callTool, makeAgentApp, reporting, storedObservable } from './agents.ts'

const secret = 'hidden-canary'
const [red, amber] = [3, 2]

describe.each(databases)('$name: above the TLP of an agent’s key', ({ open }) => {
  it('nothing exists: in searches, counts, cases, alerts, verdicts and reports', async () => {
    const evil = reporting('Evil', { said: secret })
    const app = await makeAgentApp(open, [evil, block])
    const worker = await app.enable('orgadmin', 'Evil')
    const responder = await app.enable('orgadmin', 'Block')
    const rows = rowsOf(app)
    const { key } = await agentKey(app)
    const redCase = await rows.case('alpha', { tlp: red })
    const redAlert = await rows.alert('alpha', { tlp: red })
    const openCase = await rows.case('alpha', { tlp: amber })
    const openAlert = await rows.alert('alpha', { tlp: amber })
    await app.deps.db
      .updateTable('alerts')
      .set({ case_id: redCase.id })
      .where('id', '=', openAlert.id)
      .execute()
    await app.deps.db
      .updateTable('cases')
      .set({ title: `${secret} case` })
      .where('id', '=', redCase.id)
      .execute()
    const inRed = await storedObservable(
      app,
      { case_id: redCase.id },
      { data: '203.0.113.1', tlp: 0 },
    )
    const inRedAlert = await storedObservable(
      app,
      { alert_id: redAlert.id },
      { data: '203.0.113.2' },
    )
    const ownRed = await storedObservable(
      app,
      { case_id: openCase.id },
      { data: '203.0.113.3', tlp: red },
    )
    // The same value, once above the limit and once below.
    const shared = '203.0.113.4'
    await storedObservable(app, { case_id: redCase.id }, { data: shared, tlp: 0 })
    await storedObservable(app, { alert_id: openAlert.id }, { data: shared, tlp: red })
    const visible = await storedObservable(app, { case_id: openCase.id }, { data: shared, tlp: 1 })
    await app
      .as('analyze')
      .createCaseComment({ id: redCase.id }, { message: `${secret} comment of a red case` })
    const job = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { dataType: 'ip', data: shared, tlp: red })
    const only = await app
      .as('analyze')
      .runAnalyzer({ id: worker.id }, { dataType: 'ip', data: '203.0.113.9', tlp: red })
    for (const { id } of [job, only])
      await vi.waitFor(
        async () =>
          expect((await app.as('analyze').getJob({ id })).status).toMatch(/Success|Failure/),
        { timeout: patienceMs },
      )

    const gone = [
      await callTool(app, key, 'get_case', { id: redCase.id }),
      await callTool(app, key, 'get_case', { id: String(redCase.number) }),
      await callTool(app, key, 'get_alert', { id: redAlert.id }),
      await callTool(app, key, 'get_report', { job: job.id }),
      await callTool(app, key, 'get_value', { data: '203.0.113.1' }),
      await callTool(app, key, 'get_value', { data: '203.0.113.9' }),
      await callTool(app, key, 'add_comment', { type: 'case', id: redCase.id, text: 'x' }),
      await callTool(app, key, 'add_comment', { type: 'alert', id: redAlert.id, text: 'x' }),
    ]
    for (const id of [inRed, inRedAlert, ownRed, job.id, only.id]) {
      gone.push(await callTool(app, key, 'get_value', { id }))
      gone.push(await callTool(app, key, 'analyze', { observable: id, analyzers: ['Evil'] }))
    }
    for (const on of [
      { type: 'case', id: redCase.id },
      { type: 'alert', id: redAlert.id },
      { type: 'observable', id: inRed },
      { type: 'observable', id: ownRed },
    ])
      gone.push(await callTool(app, key, 'propose_response', { responder: responder.id, ...on }))
    for (const { isError, text } of gone) {
      expect(isError, text).toBe(true)
      expect(text).toMatch(/not found$/)
    }

    const searched = await callTool(app, key, 'search', { text: '203.0.113' })
    expect(searched.answer).toMatchObject({
      observables: { total: 1, found: [{ id: visible }] },
      analyzed: { total: 0, found: [] },
    })
    expect((await callTool(app, key, 'search', { text: secret })).answer.cases.total).toBe(0)
    const numbered = await callTool(app, key, 'search', { text: `#${redCase.number}` })
    expect(numbered.answer.cases).toEqual({ total: 0, found: [] })
    const inCase = await callTool(app, key, 'get_case', { id: openCase.id })
    expect(inCase.answer.observables).toMatchObject({ total: 1, newest: [{ id: visible }] })
    const inAlert = await callTool(app, key, 'get_alert', { id: openAlert.id })
    expect(inAlert.answer).toMatchObject({ observables: { total: 0, newest: [] } })
    expect(inAlert.answer.case).toBeUndefined()
    const value = await callTool(app, key, 'get_value', { data: shared })
    expect(value.answer).toMatchObject({
      id: visible,
      verdict: null,
      answers: [],
      seenIn: { cases: 1, alerts: 0 },
      jobs: { total: 0, newest: [] },
    })
    for (const { text } of [searched, numbered, inCase, inAlert, value])
      expect(text).not.toContain(secret)

    const wide = await agentKey(app, { maxTlp: red })
    expect((await callTool(app, wide.key, 'get_case', { id: redCase.id })).text).toContain(secret)
    expect((await callTool(app, wide.key, 'get_value', { data: shared })).answer).toMatchObject({
      seenIn: { cases: 2, alerts: 1 },
      jobs: { total: 1 },
    })
  })

  it('is what is of another organization, too', async () => {
    const app = await makeAgentApp(open)
    const rows = rowsOf(app)
    const foreign = await rows.case('beta', { tlp: 0 })
    const observable = await storedObservable(
      app,
      { case_id: foreign.id },
      { organization: 'beta', data: '203.0.113.7' },
    )
    const alert = await rows.alert('beta', { tlp: 0 })
    const look = await app.enable('stranger', 'Look')
    const block_ = await app.enable('stranger', 'Block')
    const job = await app
      .as('stranger')
      .runAnalyzer({ id: look.id }, { dataType: 'ip', data: '203.0.113.7', tlp: 0 })
    const { key } = await agentKey(app, { maxTlp: 3 })
    const own = await rows.case()
    const propose = { responder: block_.id, type: 'case', id: own.id }

    const gone = [
      await callTool(app, key, 'get_case', { id: foreign.id }),
      await callTool(app, key, 'get_case', { id: String(foreign.number) }),
      await callTool(app, key, 'get_alert', { id: alert.id }),
      await callTool(app, key, 'get_value', { id: observable }),
      await callTool(app, key, 'get_value', { id: job.id }),
      await callTool(app, key, 'get_value', { data: '203.0.113.7' }),
      await callTool(app, key, 'get_report', { job: job.id }),
      await callTool(app, key, 'analyze', { observable, analyzers: [look.id] }),
      await callTool(app, key, 'analyze', { observable: job.id, analyzers: [look.id] }),
      await callTool(app, key, 'add_comment', { type: 'case', id: foreign.id, text: 'x' }),
      await callTool(app, key, 'propose_response', propose),
      await callTool(app, key, 'propose_response', { ...propose, type: 'case', id: foreign.id }),
    ]
    for (const { isError, text } of gone) {
      expect(isError, text).toBe(true)
      expect(text).toMatch(/not found$/)
    }
    expect((await callTool(app, key, 'search', { text: '203.0.113.7' })).answer).toMatchObject({
      observables: { total: 0 },
      analyzed: { total: 0 },
    })
    expect((await callTool(app, key, 'list_analyzers')).answer).toMatchObject({
      analyzers: [],
      responders: [],
    })
  })
})
