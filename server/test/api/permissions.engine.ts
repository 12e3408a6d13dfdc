import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { heldNeeds, heldPriority } from '../../src/domain/budgets/fairness.ts'
import { initialPolicy } from '../../src/domain/responder-policy.ts'
import { addEntry, saveToken } from '../../src/engine/block-lists/store.ts'
import { insertBudget } from '../../src/engine/budgets/store.ts'
import { untouched } from '../../src/engine/gates/store.ts'
import { savePolicy } from '../../src/engine/protection/policies.ts'
import { insertProtected } from '../../src/engine/protection/store.ts'
import { saveResource } from '../../src/engine/resources/store.ts'
import { saveFeed } from '../../src/engine/threat-feeds/store.ts'
import { transact } from '../../src/storage/rows/prepared.ts'
import { budgetRow } from '../budgets/rows.ts'
import type { TestDatabases } from '../databases.ts'
import { makeEngineApp, programs } from '../engine/setup.ts'
import { type Options, people, type TestApp } from '../setup.ts'
import type { Sample } from './permissions.table.ts'

/**
 * The engine's part of the permission table. Everything it names belongs to `alpha`: the analyzer
 * Echo, the responder Block, one job that has ended and its file.
 */
export const engineTable = `
listAnalyzerDefinitions     |                             | 401    403  403     200      200        200      401    401
scanAnalyzerDefinitions     |                             | 401    403  403     204      204        204      401    401
listAnalyzerConfigs         |                             | 401    403  403     200      403        200      401    401
getAnalyzerConfig           | Echo                        | 401    403  403     200      403        200      401    401
getAnalyzerConfig           | one that does not exist     | 401    403  403     404      403        404      401    401
updateAnalyzerConfig        | Echo                        | 401    403  403     200      403        200      401    401
listResponderDefinitions    |                             | 401    403  403     200      200        200      401    401
scanResponderDefinitions    |                             | 401    403  403     204      204        204      401    401
listResponderConfigs        |                             | 401    403  403     200      403        200      401    401
getResponderConfig          | Block                       | 401    403  403     200      403        200      401    401
updateResponderConfig       | Block                       | 401    403  403     200      403        200      401    401

getRetention                | alpha                       | 401    403  403     200      200        404      401    401
previewRetention            | alpha                       | 401    403  403     200      200        404      401    401
updateRetention             | alpha                       | 401    403  403     200      200        404      401    401
updateRetention             | cortex                      | 401    403  403     404      400        404      401    401

listAnalyzers               |                             | 401    403  200     200      403        200      401    401
searchAnalyzers             |                             | 401    403  200     200      403        200      401    401
listOrganizationAnalyzers   |                             | 401    403  200     200      403        200      401    401
listAnalyzersByType         | ip                          | 401    403  200     200      403        200      401    401
getAnalyzer                 | Echo                        | 401    403  200     200      403        404      401    401
getAnalyzer                 | one that does not exist     | 401    403  404     404      403        404      401    401
enableAnalyzer              | Echo                        | 401    403  403     201      403        201      401    401
enableAnalyzer              | one that does not exist     | 401    403  403     404      403        404      401    401
updateAnalyzer              | Echo                        | 401    403  403     200      403        404      401    401
disableAnalyzer             | Echo                        | 401    403  403     204      403        404      401    401
runAnalyzer                 | Echo                        | 401    403  200     200      403        404      401    401
listResponders              |                             | 401    403  200     200      403        200      401    401
searchResponders            |                             | 401    403  200     200      403        200      401    401
listOrganizationResponders  |                             | 401    403  200     200      403        200      401    401
listRespondersByType        | thehive:case                | 401    403  200     200      403        200      401    401
getResponder                | Block                       | 401    403  200     200      403        404      401    401
enableResponder             | Block                       | 401    403  403     201      403        201      401    401
updateResponder             | Block                       | 401    403  403     200      403        404      401    401
disableResponder            | Block                       | 401    403  403     204      403        404      401    401
runResponder                | Block                       | 401    403  200     200      403        404      401    401

listMispModules             |                             | 401    403  200     200      403        200      401    401
queryMispModule             | one that does not exist     | 401    403  404     404      403        404      401    401
listJobs                    |                             | 401    403  200     200      403        200      401    401
searchJobs                  |                             | 401    403  200     200      403        200      401    401
jobStatus                   |                             | 401    403  200     200      403        200      401    401
jobSummaries                |                             | 401    403  200     200      403        200      401    401
countJobs                   |                             | 401    403  200     200      403        200      401    401
workerHealth                |                             | 401    403  200     200      403        200      401    401
getJob                      | of alpha                    | 401    403  200     200      403        404      401    401
getReport                   | of alpha                    | 401    403  200     200      403        404      401    401
waitReport                  | of alpha                    | 401    403  200     200      403        404      401    401
listArtifacts               | of alpha                    | 401    403  200     200      403        200      401    401
similarFiles                | of alpha                    | 401    403  200     200      403        404      401    401
followedJobs                | of alpha                    | 401    403  200     200      403        404      401    401
diffJobs                    | of alpha                    | 401    403  200     200      403        404      401    401
jobAsStix                   | of alpha                    | 401    403  200     200      403        404      401    401
jobAsMisp                   | of alpha                    | 401    403  200     200      403        404      401    401
deleteJob                   | of alpha                    | 401    403  204     204      403        404      401    401
jobEvents                   | of alpha                    | 401    403  200     200      403        404      401    401
organizationEvents          |                             | 401    200  200     200      403        200      401    401
createStream                |                             | 401    403  200     200      403        200      401    401
pollStream                  | one that does not exist     | 401    403  404     404      403        404      401    401
getFile                     | of alpha                    | 401    403  200     200      403        404      401    401
getZippedFile               | of alpha                    | 401    403  200     200      403        404      401    401

listFeeds                   |                             | 401    403  200     200      403        200      401    401
publishFeed                 | of alpha                    | 401    403  403     201      403        201      401    401
withdrawFeed                | of alpha                    | 401    403  403     204      403        404      401    401
listFeedEntries             | of alpha                    | 401    403  200     200      403        200      401    401
removeFeedEntry             | of alpha                    | 401    403  204     204      403        404      401    401
readFeed                    | of alpha                    | 200    200  200     200      200        200      200    200
readFeed                    | one that does not exist     | 404    404  404     404      404        404      404    404

listResources               |                             | 401    403  403     200      403        200      401    401
uploadResource              | a file                      | 401    403  403     201      403        201      401    401
getResourceContent          | of alpha                    | 401    403  403     200      403        404      401    401
deleteResource              | of alpha                    | 401    403  403     204      403        404      401    401

listThreatFeeds             |                             | 401    403  403     200      403        200      401    401
saveThreatFeed              | of alpha                    | 401    403  403     200      403        200      401    401
refreshThreatFeed           | of alpha                    | 401    403  403     200      403        404      401    401
deleteThreatFeed            | of alpha                    | 401    403  403     204      403        404      401    401

listQuotas                  |                             | 401    403  403     200      403        200      401    401
listBudgets                 |                             | 401    403  200     200      200        200      401    401
createBudget                | a new one                   | 401    403  403     201      201        201      401    401
getBudget                   | of alpha                    | 401    403  200     200      404        404      401    401
updateBudget                | of alpha                    | 401    403  403     200      404        404      401    401
resumeBudget                | of alpha                    | 401    403  403     200      404        404      401    401
deleteBudget                | of alpha                    | 401    403  403     204      404        404      401    401

listAnalyzerSets            |                             | 401    403  200     200      403        200      401    401
createAnalyzerSet           | a new one                   | 401    403  403     201      403        201      401    401
updateAnalyzerSet           | of alpha                    | 401    403  403     200      403        404      401    401
deleteAnalyzerSet           | of alpha                    | 401    403  403     204      403        404      401    401

listProtectedValues         |                             | 401    403  403     200      200        200      401    401
createProtectedValue        | a new one                   | 401    403  403     201      201        201      401    401
updateProtectedValue        | of alpha                    | 401    403  403     200      404        404      401    401
updateProtectedValue        | a shipped one               | 401    403  403     200      200        200      401    401
deleteProtectedValue        | of alpha                    | 401    403  403     204      404        404      401    401
checkProtectedValues        | an address                  | 401    403  200     200      403        200      401    401
listResponderPolicies       |                             | 401    403  200     200      403        200      401    401
getResponderPolicy          | Block                       | 401    403  200     200      403        404      401    401
setResponderPolicy          | Block                       | 401    403  403     200      403        404      401    401
removeResponderPolicy       | Block                       | 401    403  403     204      403        404      401    401

listResponses               |                             | 401    403  200     200      403        200      401    401
getResponse                 | of alpha                    | 401    403  200     200      403        404      401    401
approveResponse             | of alpha                    | 401    403  403     403      403        404      401    401
rejectResponse              | of alpha                    | 401    403  403     403      403        404      401    401
withdrawResponse            | of alpha                    | 401    403  200     409      403        404      401    401
undoResponse                | of alpha                    | 401    403  409     409      403        404      401    401
resolveResponse             | of alpha                    | 401    403  409     409      403        404      401    401
resumeUndos                 |                             | 401    403  403     403      200        403      401    401
`

const workerId = (name: string, type: string) =>
  createHash('md5').update(`alpha_${name}_${type}`).digest('hex')
const content = Buffer.from('a file of alpha')
const hash = createHash('sha256').update(content).digest('hex')

export const echo = { params: { id: workerId('Echo', 'analyzer') } }
export const block = { params: { id: workerId('Block', 'responder') } }
const unblock = { params: { id: workerId('Unblock', 'responder') } }
const guarded = { params: { id: 'a-response-of-alpha' } }
const analyzerSet = { params: { id: 'a-set-of-alpha' } }
const protectedValue = { params: { id: 'a-range-of-alpha' } }
const job = { params: { id: 'a-job-of-alpha-00001' } }
const feed = { params: { name: 'blocklist' } }
const resource = { params: { name: 'list.txt' } }
const threatFeed = { params: { name: 'threats' } }
const budget = { params: { id: 'a-budget-of-alpha' } }
export const feedToken = 'token-of-a-list-of-alpha'
const missing = { params: { id: 'missing000' } }

export const engineSamples: Record<string, (me: string) => Sample> = {
  'queryMispModule one that does not exist': () => ({ input: { module: 'x', domain: 'a.b' } }),
  'getAnalyzerConfig Echo': () => ({ params: { name: 'Echo' } }),
  'getAnalyzerConfig one that does not exist': () => ({ params: { name: 'Nowhere' } }),
  'updateAnalyzerConfig Echo': () => ({ params: { name: 'Echo' }, input: { config: {} } }),
  'getResponderConfig Block': () => ({ params: { name: 'Block' } }),
  'updateResponderConfig Block': () => ({ params: { name: 'Block' }, input: { config: {} } }),

  'listAnalyzersByType ip': () => ({ params: { dataType: 'ip' } }),
  'getAnalyzer Echo': () => echo,
  'getAnalyzer one that does not exist': () => missing,
  'enableAnalyzer Echo': (me) => ({ params: { id: 'Echo_1_0' }, input: { name: `of-${me}` } }),
  'enableAnalyzer one that does not exist': () => ({ ...missing, input: { name: 'New' } }),
  'updateAnalyzer Echo': () => ({ ...echo, input: { name: 'Changed' } }),
  'disableAnalyzer Echo': () => echo,
  'runAnalyzer Echo': () => ({ ...echo, input: { data: '1.1.1.1', dataType: 'ip' } }),
  'listRespondersByType thehive:case': () => ({ params: { dataType: 'thehive:case' } }),
  'getResponder Block': () => block,
  'enableResponder Block': (me) => ({ params: { id: 'Block_1_0' }, input: { name: `of-${me}` } }),
  'updateResponder Block': () => ({ ...block, input: { name: 'Changed' } }),
  'disableResponder Block': () => block,
  'runResponder Block': () => ({ ...block, input: { data: {}, dataType: 'thehive:case' } }),

  jobStatus: () => ({ input: { jobIds: [job.params.id] } }),
  workerHealth: () => ({ input: { type: 'analyzer' } }),
  countJobs: () => ({ input: { queries: [{ status: 'Success' }] } }),
  jobSummaries: () => ({ input: { jobIds: [job.params.id] } }),
  'getJob of alpha': () => job,
  'getReport of alpha': () => job,
  'waitReport of alpha': () => job,
  'listArtifacts of alpha': () => job,
  'similarFiles of alpha': () => job,
  'followedJobs of alpha': () => job,
  'diffJobs of alpha': () => ({ params: { ...job.params, other: job.params.id } }),
  'jobAsStix of alpha': () => job,
  'jobAsMisp of alpha': () => job,
  'deleteJob of alpha': () => job,
  'jobEvents of alpha': () => job,
  'pollStream one that does not exist': () => missing,
  'getFile of alpha': () => ({ params: { hash } }),
  'getZippedFile of alpha': () => ({ params: { hash } }),
  'getRetention alpha': () => ({ params: { id: 'alpha' } }),
  'previewRetention alpha': () => ({ params: { id: 'alpha' }, input: { jobDays: 30 } }),
  'updateRetention alpha': () => ({ params: { id: 'alpha' }, input: { jobDays: 30 } }),
  'updateRetention cortex': () => ({ params: { id: 'cortex' }, input: { jobDays: 30 } }),
  'publishFeed of alpha': () => feed,
  'withdrawFeed of alpha': () => feed,
  'listFeedEntries of alpha': () => feed,
  'removeFeedEntry of alpha': (me) => ({
    ...feed,
    input: { dataType: 'fqdn', value: `${me}.example.org` },
  }),
  'uploadResource a file': () => ({ input: { attachment: new File(['x'], 'rules.yar') } }),
  'getResourceContent of alpha': () => resource,
  'deleteResource of alpha': () => resource,
  'saveThreatFeed of alpha': (me) => ({
    params: { name: `of-${me}` },
    input: { url: 'http://feeds.invalid/list' },
  }),
  'refreshThreatFeed of alpha': () => threatFeed,
  'deleteThreatFeed of alpha': () => threatFeed,
  'createBudget a new one': (me) => ({
    input: { name: `of-${me}`, windows: [{ count: 4, per: 'minute' }] },
  }),
  'getBudget of alpha': () => budget,
  'updateBudget of alpha': () => ({ ...budget, input: { peopleShare: 10 } }),
  'resumeBudget of alpha': () => budget,
  'deleteBudget of alpha': () => budget,
  'createAnalyzerSet a new one': (me) => ({
    input: { name: `Set of ${me}`, analyzers: ['Some_Analyzer'] },
  }),
  'updateAnalyzerSet of alpha': () => ({ ...analyzerSet, input: { dataTypes: ['ip'] } }),
  'deleteAnalyzerSet of alpha': () => analyzerSet,
  'createProtectedValue a new one': (me) => ({ input: { kind: 'account', value: `of-${me}` } }),
  'updateProtectedValue of alpha': () => ({ ...protectedValue, input: { note: 'Another' } }),
  'updateProtectedValue a shipped one': () => ({
    params: { id: 'shipped-loopback' },
    input: { enabled: false },
  }),
  'deleteProtectedValue of alpha': () => protectedValue,
  'checkProtectedValues an address': () => ({
    input: { values: [{ dataType: 'ip', data: '1.1.1.1' }] },
  }),
  'getResponderPolicy Block': () => block,
  'setResponderPolicy Block': () => ({
    ...block,
    input: {
      effect: 'contain',
      approvers: ['ada'],
      inverse: { responder: unblock.params.id, parameters: {} },
    },
  }),
  'removeResponderPolicy Block': () => block,
  'getResponse of alpha': () => guarded,
  'approveResponse of alpha': () => guarded,
  'rejectResponse of alpha': () => guarded,
  'withdrawResponse of alpha': () => guarded,
  'undoResponse of alpha': () => guarded,
  'resolveResponse of alpha': () => ({ ...guarded, input: { reason: 'seen' } }),
  'readFeed of alpha': () => ({ params: { token: feedToken, file: 'blocklist.txt' } }),
  'readFeed one that does not exist': () => ({ params: { token: 'none', file: 'blocklist.txt' } }),
}

/** A server with what the table names. */
export async function makeEngineOfAlpha(
  open: TestDatabases['open'],
  options: Options = {},
): Promise<TestApp> {
  const app = await makeEngineApp(open, [programs.echo, programs.responder], options)
  await app.enable('orgadmin', 'Echo')
  await app.enable('orgadmin', 'Block')
  await app.enable('orgadmin', 'Block', { name: 'Unblock' })
  const file = await app.deps.blobs.stage(Readable.from([content]))
  await file.keep()
  await app.deps.db
    .insertInto('jobs')
    .values({
      id: job.params.id,
      organization: 'alpha',
      type: 'analyzer',
      worker_id: echo.params.id,
      worker_name: 'Echo',
      worker_definition_id: 'Echo_1_0',
      status: 'Success',
      data_type: 'file',
      attachment_id: hash,
      tlp: 2,
      pap: 2,
      message: '',
      parameters: '{}',
      cache_key: 'none',
      priority: 0,
      turn: 0,
      attempts: 1,
      created_at: app.clock.now(),
      created_by: 'alan',
    })
    .execute()
  const { db, secrets } = app.deps
  const now = app.clock.now()
  const upload = { organization: 'alpha', name: 'list.txt', attachment_id: hash, size: 15 }
  await saveResource(db, { ...upload, created_at: now, created_by: 'ada' })
  await saveFeed(
    db,
    {
      id: 'a-feed-of-alpha',
      organization: 'alpha',
      name: 'threats',
      resource: 'upload:none.txt',
      address_sealed: null,
      format: 'auto',
      level: 'malicious',
      refresh_minutes: 60,
    },
    'ada',
    now,
  )
  await insertBudget(db, budgetRow(budget.params.id, { organization: 'alpha' }))
  await db
    .insertInto('analyzer_sets')
    .values({
      id: analyzerSet.params.id,
      organization: 'alpha',
      name: 'Links',
      analyzers: '["Echo"]',
      data_types: '[]',
      created_at: now,
      created_by: 'ada',
    })
    .execute()
  await insertProtected(db, {
    id: protectedValue.params.id,
    organization: 'alpha',
    kind: 'range',
    value: '203.0.113.0/24',
    note: 'Our lab',
    disables: null,
    expires_at: null,
    created_at: now,
    created_by: 'ada',
  })
  const ofBlock = { organization: 'alpha', worker_id: block.params.id }
  await savePolicy(db, ofBlock, initialPolicy, 'ada', now)
  await insertAsked(app)
  const list = { organization: 'alpha', name: 'blocklist', created_by: 'alan' }
  await saveToken(db, { ...list, token_hash: secrets.lookup('feed', feedToken) }, now)
  const added = { id: job.params.id, organization: 'alpha', created_by: 'alan' }
  for (const { login } of Object.values(people)) {
    const order = { feed: list.name, dataType: 'fqdn', value: `${login}.example.org`, days: 1 }
    await transact(db, () => addEntry(added, order, now))
  }
  return app
}

/** A run of Block that waits for an approval. */
async function insertAsked({ deps: { db }, clock }: TestApp): Promise<void> {
  const own = {
    organization: 'alpha',
    worker_id: block.params.id,
    worker_name: 'Block',
    job_id: 'a-held-job-of-alpha',
    data_type: 'thehive:case',
    label: null,
    created_at: clock.now(),
  }
  const { job_id, ...ofJob } = own
  await db
    .insertInto('jobs')
    .values({
      ...ofJob,
      id: job_id,
      type: 'responder',
      worker_definition_id: 'Block_1_0',
      status: 'Waiting',
      needs: heldNeeds,
      priority: heldPriority,
      data: '{}',
      tlp: 2,
      pap: 2,
      message: '',
      parameters: '{}',
      cache_key: 'held',
      turn: 0,
      attempts: 0,
      created_by: 'alan',
    })
    .execute()
  await db
    .insertInto('guarded_responses')
    .values({
      ...own,
      id: guarded.params.id,
      object_id: null,
      value_hash: 'none',
      target_count: 0,
      requested_by: 'alan',
      via: 'person',
      state: 'asked',
      needs_approval: 1,
      approvers: '[]',
      plan_hash: 'none',
      override_reason: null,
      expires_at: null,
      ...untouched,
      message: null,
      targets: '[]',
      overrides: '[]',
      plan: '{"parameters":{},"named":[],"inverse":null,"undoAfterMinutes":null}',
    })
    .execute()
}
