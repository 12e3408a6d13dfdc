import type { contract, Input, Rule, RuleRun, RuleRunDetail } from '@assay/contract'
import { vi } from 'vitest'
import type { TestDatabases } from '../databases.ts'
import { type FixtureProgram, programs } from '../engine/setup.ts'
import { patienceMs } from '../patience.ts'
import { callAs, makeConnectorApp, operating } from '../platform/connector.ts'
import type { Options } from '../setup.ts'

export const block = operating('Block', [{ type: 'AddTagToArtifact', tag: 'blocked' }])

/** A domain up to AMBER in an alert of the mailbox. */
export const mailedDomain = {
  _and: [
    { dataType: 'domain' },
    { _lte: { tlp: 2 } },
    { _parent: { _type: 'alert', _query: { source: 'mailbox' } } },
  ],
}

export type RulesApp = Awaited<ReturnType<typeof makeRulesApp>>
type NewRule = Input<typeof contract.createRule>

/** Engine, platform and rules in one process, with the analyzer Echo and the responder Block of alpha. */
export async function makeRulesApp(
  open: TestDatabases['open'],
  fixtures: readonly FixtureProgram[] = [programs.echo, block],
  options: Options = {},
) {
  const app = await makeConnectorApp(open, fixtures, options)
  await app.enable('orgadmin', 'Echo')
  const responder = fixtures.includes(block) ? await app.enable('orgadmin', 'Block') : undefined
  const call = callAs(app)
  const admin = app.as('orgadmin')
  let number = 0
  return {
    ...app,
    admin,
    call,
    responder,
    /** Rules may run Block by themselves. */
    letRulesBlock: () =>
      admin.setResponderPolicy(
        { id: responder?.id ?? '' },
        { effect: 'contain', approval: 'automated' },
      ),
    rule: (input: Partial<NewRule> & Pick<NewRule, 'on' | 'do'>): Promise<Rule> => {
      number += 1
      return admin.createRule({ name: `Rule ${number}`, state: 'on', runAs: 'alan', ...input })
    },
    alert: async (more: Record<string, unknown> = {}) => {
      number += 1
      const { body, status } = await call('POST', '/api/alert', {
        type: 'mail',
        source: 'mailbox',
        sourceRef: `ref-${number}`,
        title: 'Reported email',
        description: 'An email',
        ...more,
      })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body as { id: string; title: string }
    },
    case: async (more: Record<string, unknown> = {}) => {
      const { body, status } = await call('POST', '/api/case', {
        title: 'A case',
        description: 'Of the test',
        ...more,
      })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return body as { id: string; caseId: number }
    },
    addTo: async (caseId: string, data: string, more: Record<string, unknown> = {}) => {
      const { body, status } = await call('POST', `/api/case/${caseId}/artifact`, {
        dataType: 'domain',
        data,
        message: '',
        ...more,
      })
      if (status !== 201) throw new Error(JSON.stringify(body))
      return (Array.isArray(body) ? body[0] : body) as { id: string }
    },
    /** Runs that have ended, once there are as many. */
    runs: (
      count: number,
      filter: Partial<Pick<RuleRun, 'mode' | 'state'>> & { rule?: string } = {},
    ) =>
      vi.waitFor(
        async () => {
          const { rows } = await admin.listRuleRuns({ ...filter, range: '0-100' })
          const open_ = rows.filter(({ state }) => state === 'running')
          if (rows.length < count || open_.length > 0)
            throw new Error(`${rows.length} runs, ${open_.length} open`)
          return await Promise.all(
            rows.map(({ id }): Promise<RuleRunDetail> => admin.getRuleRun({ id })),
          )
        },
        { timeout: patienceMs, interval: 50 },
      ),
    /** Rules were asked about everything that happened. */
    quiet: () =>
      vi.waitFor(
        async () => {
          const left = await app.deps.db.selectFrom('rule_events').select('id').execute()
          const open_ = await app.deps.db
            .selectFrom('rule_runs')
            .select('id')
            .where('due_at', 'is not', null)
            .execute()
          if (left.length + open_.length > 0) throw new Error('rules are still at work')
        },
        { timeout: patienceMs, interval: 50 },
      ),
  }
}
