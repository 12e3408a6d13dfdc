import { describe, expect, it } from 'vitest'
import { oneDatabase } from '../databases.ts'
import { rowsOf } from '../platform/connector.ts'
import { agentKey, block, callTool, makeAgentApp, reporting, storedObservable } from './agents.ts'

const secret = 'hidden-canary'
const [red, clear] = [3, 0]

describe.each(oneDatabase)(
  '$name: a job whose observable is above the TLP of a key',
  ({ open }) => {
    it('does not exist, though its own TLP is below: a case counts, and what was raised later', async () => {
      const app = await makeAgentApp(open, [reporting('Evil', { said: secret }), block])
      await app.enable('orgadmin', 'Evil')
      const rows = rowsOf(app)
      const { key } = await agentKey(app)
      const redCase = await rows.case('alpha', { tlp: red })
      const openCase = await rows.case('alpha', { tlp: clear })
      const analyzed = async (case_id: string, data: string) => {
        const id = await storedObservable(app, { case_id }, { data, tlp: clear })
        const response = await app.inject({
          as: 'analyze',
          method: 'POST',
          url: '/api/connector/cortex/job',
          payload: { cortexId: 'local', analyzerId: 'Evil', artifactId: id },
        })
        expect(response.statusCode, response.body).toBeLessThan(300)
        return { id, job: response.json().cortexJobId as string }
      }
      const inRed = await analyzed(redCase.id, '203.0.113.1')
      const raised = await analyzed(openCase.id, '203.0.113.2')
      const visible = await analyzed(openCase.id, '203.0.113.3')
      const { db } = app.deps
      await db.updateTable('observables').set({ tlp: red }).where('id', '=', raised.id).execute()

      for (const { job } of [inRed, raised])
        for (const [tool, args] of [
          ['get_report', { job }],
          ['get_value', { id: job }],
          ['analyze', { observable: job, analyzers: ['Evil'] }],
        ] as const) {
          const { isError, text } = await callTool(app, key, tool, args)
          expect(isError, text).toBe(true)
          expect(text).toMatch(/not found$/)
        }
      for (const data of ['203.0.113.1', '203.0.113.2'])
        expect((await callTool(app, key, 'get_value', { data })).isError).toBe(true)
      const searched = await callTool(app, key, 'search', { text: '203.0.113' })
      expect(searched.answer.analyzed).toMatchObject({ total: 1, found: [{ id: visible.job }] })
      expect((await callTool(app, key, 'get_report', { job: visible.job })).isError).toBe(false)
    })
  },
)
