import type { Deps } from '../../src/deps.ts'
import type { Sample } from './permissions.table.ts'

/** Rules are made by administrators of an organization; those who may run analyzers see what they do. */
export const rulesTable = `
listRules                   |                             | 401    403  200     200      403        200      401    401
listRulePresets             |                             | 401    403  200     200      403        200      401    401
createRule                  | a new one                   | 401    403  403     201      403        201      401    401
getRule                     | of alpha                    | 401    403  200     200      403        404      401    401
updateRule                  | of alpha                    | 401    403  403     200      403        404      401    401
listRuleVersions            | of alpha                    | 401    403  200     200      403        404      401    401
orderRules                  | without all rules           | 401    403  403     400      403        400      401    401
tryRule                     | of alpha                    | 401    403  403     200      403        404      401    401
explainRules                | a case                      | 401    403  200     200      403        404      401    401
listRuleRuns                |                             | 401    403  200     200      403        200      401    401
getRuleRun                  | of alpha                    | 401    403  200     200      403        404      401    401
cancelRuleRun               | of alpha                    | 401    403  403     200      403        404      401    401
getAutomation               |                             | 401    403  200     200      403        200      401    401
pauseAutomation             |                             | 401    403  403     200      403        200      401    401
resumeAutomation            |                             | 401    403  403     200      403        200      401    401
confirmRestoredRules        |                             | 401    403  403     403      200        403      401    401
deleteRule                  | of alpha                    | 401    403  403     204      403        404      401    401
`

const body = { on: 'alert.created', if: {}, do: [{ tag: { tags: ['seen'] } }] }
const ofAlpha = { params: { id: 'rule' } }
const runOfAlpha = { params: { id: 'run' } }

export const rulesSamples: Record<string, (me: string) => Sample> = {
  'createRule a new one': (me) => ({ input: { ...body, name: `Rule of ${me}`, runAs: me } }),
  'getRule of alpha': () => ofAlpha,
  'updateRule of alpha': () => ({ ...ofAlpha, input: { state: 'off' } }),
  'listRuleVersions of alpha': () => ofAlpha,
  'orderRules without all rules': () => ({ input: { ids: ['none'] } }),
  'tryRule of alpha': () => ({ input: { id: 'rule', days: 1 } }),
  'explainRules a case': () => ({ input: { objectType: 'case', objectId: '~1001' } }),
  'getRuleRun of alpha': () => runOfAlpha,
  'cancelRuleRun of alpha': () => runOfAlpha,
  'deleteRule of alpha': () => ofAlpha,
}

/** Off, and a run that has ended. */
export async function givenRule({ db }: Deps): Promise<void> {
  await db
    .insertInto('rules')
    .values({
      ...{ id: 'rule', organization: 'alpha', name: 'Rule', position: 1, state: 'off' },
      ...{ stopped: null, stopped_at: null, missed: 0, version: 1, trigger: 'alert.created' },
      ...{ body: JSON.stringify(body), run_as: 'alan', saver_roles: '["analyze"]' },
      ...{ runs_per_hour: 10, jobs_per_day: 10, expires_at: null, paused: 0 },
      ...{ created_at: 1, created_by: 'ada', updated_at: null, updated_by: null },
    })
    .execute()
  await db
    .insertInto('rule_runs')
    .values({
      ...{ id: 'run', organization: 'alpha', rule_id: 'rule', rule_name: 'Rule', version: 1 },
      ...{ mode: 'on', trigger: 'alert.created', first_event_id: 'event', root_type: 'alert' },
      ...{ root_id: '~2001', root_title: 'An alert', objects: '[]', object_count: 1 },
      ...{ because: '{"id":"because.created","parameters":{"object":"alert"}}', reason: null },
      ...{ run_as: 'alan', state: 'done', cause_run: null, chain: '["rule"]' },
      ...{ at: 1, ended_at: 1, due_at: null, attempts: 0 },
    })
    .execute()
}
