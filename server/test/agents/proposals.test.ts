import { describe, expect, it, vi } from 'vitest'
import { browserOf } from '../api/browser.ts'
import { oneDatabase } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { rowsOf } from '../platform/connector.ts'
import { agentKey, callTool, makeAgentApp, storedObservable } from './agents.ts'

describe.each(oneDatabase)('$name: a response that an agent proposes', ({ open }) => {
  it.each(['without a policy', 'never', 'automated', 'always'] as const)(
    'waits for a person whatever the policy says: %s',
    async (policy) => {
      const app = await makeAgentApp(open)
      const responder = await app.enable('orgadmin', 'Block')
      if (policy !== 'without a policy')
        await app
          .as('orgadmin')
          .setResponderPolicy({ id: responder.id }, { effect: 'contain', approval: policy })
      const rows = rowsOf(app)
      const observable = await storedObservable(app, { case_id: (await rows.case()).id })
      const { key } = await agentKey(app)

      const args = { responder: 'Block', type: 'observable', id: observable }
      const proposed = await callTool(app, key, 'propose_response', args)
      expect(proposed.answer, proposed.text).toMatchObject({
        state: expect.stringContaining('waits for the approval of another user'),
      })
      const { rows: asked } = await app.as('analyze').listResponses({ open: true })
      expect(asked).toMatchObject([
        { via: 'agent', requestedBy: 'alan', state: 'asked', objectId: observable },
      ])
      const [response] = asked
      const approve = async (login: string) =>
        app.inject({
          method: 'POST',
          url: `/api/response/${response?.id}/approve`,
          headers: await browserOf(app, login),
          payload: {},
        })
      // Not the owner of the key, and no key at all.
      expect((await approve('alan')).statusCode).toBe(403)
      await expect(app.as('orgadmin').approveResponse({ id: response?.id ?? '' })).rejects.toThrow(
        'never an API key',
      )
      const job = await app.as('analyze').getJob({ id: proposed.answer.job })
      expect(job.status).toBe('Waiting')
      expect((await approve('ada')).statusCode).toBe(200)
      await app.ended(proposed.answer.action)
      await vi.waitFor(
        async () =>
          expect(await app.as('analyze').getResponse({ id: response?.id ?? '' })).toMatchObject({
            state: 'done',
            decidedBy: 'ada',
          }),
        { timeout: patienceMs },
      )
    },
  )

  it('is refused on a protected observable', async () => {
    const app = await makeAgentApp(open)
    await app.enable('orgadmin', 'Block')
    const rows = rowsOf(app)
    const observable = await storedObservable(
      app,
      { case_id: (await rows.case()).id },
      { data: '8.8.8.8' },
    )
    const { key } = await agentKey(app)

    const args = { responder: 'Block', type: 'observable', id: observable }
    const refused = await callTool(app, key, 'propose_response', args)
    expect(refused.isError).toBe(true)
    expect(refused.text).toContain('protected')
    expect((await app.as('analyze').listResponses({ open: true })).total).toBe(0)
  })
})
