import type { Deps } from '../../src/deps.ts'
import type { Sample } from './permissions.table.ts'

/** Queries, lists and similar cases. Readers get the rows of their organization, and none is an answer. */
export const queryTable = `
queryV0                     | alerts                      | 401    200  200     200      403        200      401    401
queryV1                     | similar cases               | 401    200  200     200      403        200      401    401
queryV0                     | observable types            | 401    200  200     200      200        200      401    401
queryV1                     | observable types            | 401    200  200     200      200        200      401    401
queryV1                     | users                       | 401    200  200     200      200        200      401    401
queryV1                     | organizations               | 401    200  200     200      200        200      401    401
queryV1                     | profiles                    | 401    200  200     200      200        200      401    401
queryV1                     | audit                       | 401    403  403     200      200        200      401    401
runQueries                  | one that counts             | 401    200  200     200      200        200      401    401
listCases                   |                             | 401    200  200     200      403        200      401    401
searchCases                 |                             | 401    200  200     200      403        200      401    401
caseStats                   |                             | 401    200  200     200      403        200      401    401
listAlerts                  |                             | 401    200  200     200      403        200      401    401
searchAlerts                |                             | 401    200  200     200      403        200      401    401
alertStats                  |                             | 401    200  200     200      403        200      401    401
listTasks                   |                             | 401    200  200     200      403        200      401    401
searchTasks                 |                             | 401    200  200     200      403        200      401    401
taskStats                   |                             | 401    200  200     200      403        200      401    401
listTasksV1                 |                             | 401    200  200     200      403        200      401    401
listTaskLogs                |                             | 401    200  200     200      403        200      401    401
searchTaskLogs              |                             | 401    200  200     200      403        200      401    401
taskLogStats                |                             | 401    200  200     200      403        200      401    401
listObservables             |                             | 401    200  200     200      403        200      401    401
searchObservables           |                             | 401    200  200     200      403        200      401    401
observableStats             |                             | 401    200  200     200      403        200      401    401
listCaseTemplates           |                             | 401    200  200     200      403        200      401    401
searchCaseTemplates         |                             | 401    200  200     200      403        200      401    401
caseTemplateStats           |                             | 401    200  200     200      403        200      401    401
listCaseTemplatesV1         |                             | 401    200  200     200      403        200      401    401
listTags                    |                             | 401    200  200     200      403        200      401    401
searchTags                  |                             | 401    200  200     200      403        200      401    401
actionStats                 |                             | 401    200  200     200      403        200      401    401
analysisStats               |                             | 401    200  200     200      403        200      401    401
auditStats                  |                             | 401    403  403     200      200        200      401    401
tagStats                    |                             | 401    200  200     200      403        200      401    401
searchCaseTasks             | of alpha                    | 401    200  200     200      403        404      401    401

listCustomFields            |                             | 401    200  200     200      200        200      401    401
searchCustomFields          |                             | 401    200  200     200      200        200      401    401
listCustomFieldsV1          |                             | 401    200  200     200      200        200      401    401
searchObservableTypes       |                             | 401    200  200     200      200        200      401    401

listSimilarObservables      | of alpha                    | 401    200  200     200      403        404      401    401
listLinkedCases             | of alpha                    | 401    200  200     200      403        404      401    401
listLinkedCasesV1           | of alpha                    | 401    200  200     200      403        404      401    401
listObservablesLikeAlert    | of alpha                    | 401    200  200     200      403        404      401    401
listObservablesLikeCase     | of alpha                    | 401    200  200     200      403        404      401    401

valueVerdicts               | a domain                    | 401    200  200     200      403        200      401    401
searchValues                |                             | 401    200  200     200      403        200      401    401
valueStats                  | since now                   | 401    200  200     200      403        200      401    401
listValues                  |                             | 401    200  200     200      403        200      401    401
countValues                 | of all                      | 401    200  200     200      403        200      401    401
valueTimeline               |                             | 401    200  200     200      403        200      401    401
getValue                    | a domain                    | 401    200  200     200      403        200      401    401
valueRelations              | a domain                    | 401    200  200     200      403        200      401    401
valueImpact                 | a domain                    | 401    403  200     200      403        200      401    401
searchEverything            | by a text                   | 401    200  200     200      403        200      401    401

createInvestigation         | a new one                   | 401    403  201     201      403        201      401    401
listInvestigations          |                             | 401    200  200     200      403        200      401    401
getInvestigation            | of alpha                    | 401    200  200     200      403        404      401    401
updateInvestigation         | of alpha                    | 401    403  200     200      403        404      401    401
addToInvestigation          | of alpha                    | 401    403  200     200      403        404      401    401
investigationRelations      | of alpha                    | 401    200  200     200      403        404      401    401
investigationAsStix         | of alpha                    | 401    200  200     200      403        404      401    401
investigationAsMisp         | of alpha                    | 401    200  200     200      403        404      401    401
investigationValuesAsStix   | of no value of alpha        | 401    400  400     400      403        404      401    401
investigationValuesAsMisp   | of no value of alpha        | 401    400  400     400      403        404      401    401
deleteInvestigation         | of alpha                    | 401    403  204     404      403        404      401    401

listListViews               |                             | 401    200  200     200      403        200      401    401
createListView              | a new one                   | 401    201  201     201      403        201      401    401
deleteListView              | of the analyst              | 401    404  204     404      403        404      401    401

watchValue                  | a domain                    | 401    403  200     200      403        200      401    401
listWatches                 |                             | 401    403  200     200      403        200      401    401
updateWatch                 | of the analyst              | 401    403  200     404      403        404      401    401
listWatchNews               |                             | 401    403  200     200      403        200      401    401
readWatchNews               | all of it                   | 401    403  204     204      403        204      401    401
stopWatching                | of the analyst              | 401    403  204     404      403        404      401    401

markValues                  | a domain                    | 401    403  200     200      403        200      401    401
markValues                  | a domain without an end     | 401    403  403     200      403        200      401    401
listVerdicts                |                             | 401    403  200     200      403        200      401    401
endVerdict                  | of alpha                    | 401    403  204     404      403        404      401    401

listMentions                |                             | 401    200  200     200      403        200      401    401
readMentions                | all of it                   | 401    204  204     204      403        204      401    401
listNotices                 |                             | 401    200  200     200      200        200      401    401
countUnread                 |                             | 401    200  200     200      200        200      401    401
readNotices                 | all of it                   | 401    204  204     204      204        204      401    401
getNoticeSettings           |                             | 401    200  200     200      200        200      401    401
setNoticeSettings           | of one kind                 | 401    200  200     200      200        200      401    401
confirmAddress              | of the analyst              | 401    404  400     404      404        404      401    401
listOutbox                  |                             | 401    403  403     200      200        200      401    401
retryOutbox                 | of all                      | 401    403  403     200      403        200      401    401
getMailTexts                |                             | 401    403  403     200      403        200      401    401
setMailTexts                | a prefix                    | 401    403  403     200      403        200      401    401
`

const aDomain = { dataType: 'domain', data: 'a.test' }
/** Of each person another one: a second mark would be refused. */
const aMark = (name: string) => ({
  values: [{ dataType: 'domain', data: `${name}.test` }],
  level: 'safe',
  cause: 'ownTest',
  reason: 'own campaign',
})
const ofInvestigation = () => ({ params: { id: 'wave' } })
const ofWatch = () => ({ params: { id: 'watched' } })
const ofCase = () => ({ params: { id: '~1001' } })
const querying = (_name: string) => ({ input: { query: [{ _name }] } })
const counting = () => ({ input: { stats: [{ _agg: 'count' }] } })

export const querySamples: Record<string, (me: string) => Sample> = {
  'queryV0 alerts': () => ({ input: { query: [{ _name: 'listAlert' }] } }),
  'queryV1 similar cases': () => ({
    input: { query: [{ _name: 'getAlert', idOrName: '~2001' }, { _name: 'similarCases' }] },
  }),
  'queryV0 observable types': () => querying('listObservableType'),
  'queryV1 observable types': () => querying('listObservableType'),
  'queryV1 users': () => querying('listUser'),
  'queryV1 organizations': () => querying('listOrganisation'),
  'queryV1 profiles': () => querying('listProfile'),
  'queryV1 audit': () => querying('listAudit'),
  'runQueries one that counts': () => ({
    input: { queries: [{ query: [{ _name: 'listCase' }, { _name: 'count' }] }] },
  }),
  caseStats: counting,
  alertStats: counting,
  taskStats: counting,
  taskLogStats: counting,
  observableStats: counting,
  caseTemplateStats: counting,
  actionStats: counting,
  analysisStats: counting,
  auditStats: counting,
  tagStats: counting,
  'searchCaseTasks of alpha': ofCase,
  'listSimilarObservables of alpha': () => ({ params: { id: '~3000' } }),
  'listLinkedCases of alpha': ofCase,
  'listLinkedCasesV1 of alpha': ofCase,
  'listObservablesLikeAlert of alpha': () => ({ params: { id: '~2001', other: '~1001' } }),
  'valueVerdicts a domain': () => ({ input: { values: [{ dataType: 'domain', data: 'a.test' }] } }),
  'valueStats since now': () => ({ input: { since: Date.now() } }),
  'getValue a domain': () => ({ input: { dataType: 'domain', data: 'a.test' } }),
  'valueRelations a domain': () => ({ input: { dataType: 'domain', data: 'a.test' } }),
  'valueImpact a domain': () => ({ input: { dataType: 'domain', data: 'a.test' } }),
  'createInvestigation a new one': () => ({ input: { name: 'A wave', values: [aDomain] } }),
  'getInvestigation of alpha': ofInvestigation,
  'updateInvestigation of alpha': () => ({ ...ofInvestigation(), input: { name: 'Another' } }),
  'addToInvestigation of alpha': () => ({ ...ofInvestigation(), input: { values: [aDomain] } }),
  'investigationRelations of alpha': ofInvestigation,
  'investigationAsStix of alpha': ofInvestigation,
  'investigationAsMisp of alpha': ofInvestigation,
  'investigationValuesAsStix of no value of alpha': () => ({
    ...ofInvestigation(),
    input: { keys: ['x'] },
  }),
  'investigationValuesAsMisp of no value of alpha': () => ({
    ...ofInvestigation(),
    input: { keys: ['x'] },
  }),
  'deleteInvestigation of alpha': ofInvestigation,
  'countValues of all': () => ({ input: { filters: [{}] } }),
  'createListView a new one': () => ({ input: { list: 'observables', name: 'Bad', search: '' } }),
  'deleteListView of the analyst': () => ({ params: { id: 'view' } }),
  'watchValue a domain': () => ({ input: aDomain }),
  'updateWatch of the analyst': () => ({ ...ofWatch(), input: { every: 'day' } }),
  'readWatchNews all of it': () => ({ input: {} }),
  'stopWatching of the analyst': ofWatch,
  'markValues a domain': (me) => ({
    input: { ...aMark(me), expiresAt: Date.now() + 86_400_000 },
  }),
  'markValues a domain without an end': (me) => ({
    input: { ...aMark(`of-${me}`), expiresAt: null },
  }),
  'endVerdict of alpha': () => ({ input: { id: 'marked' } }),
  'readMentions all of it': () => ({ input: {} }),
  'readNotices all of it': () => ({ input: {} }),
  'setNoticeSettings of one kind': () => ({
    input: { kinds: [{ kind: 'assigned', page: true, mail: 'off' }] },
  }),
  'retryOutbox of all': () => ({ input: {} }),
  'setMailTexts a prefix': () => ({ input: { prefix: 'SOC' } }),
  'confirmAddress of the analyst': () => ({ params: { login: 'alan' }, input: {} }),
  'searchEverything by a text': () => ({ input: { text: 'test' } }),
  'listObservablesLikeCase of alpha': () => ({ params: { id: '~1001', other: '~2001' } }),
}

export const givenInvestigation = ({ db }: Deps) =>
  db
    .insertInto('investigations')
    .values({
      id: 'wave',
      organization: 'alpha',
      name: 'A wave',
      tlp: 2,
      pap: 2,
      created_at: 1_000,
      created_by: 'alan',
    })
    .execute()

export const givenWatch = ({ db }: Deps) =>
  db
    .insertInto('value_watches')
    .values({
      id: 'watched',
      organization: 'alpha',
      login: 'alan',
      value_hash: 'x',
      data_type: 'domain',
      is_file: 0,
      data: 'b.test',
      created_at: 1_000,
    })
    .execute()

export const givenVerdict = ({ db }: Deps) =>
  db
    .insertInto('analyst_verdicts')
    .values({
      id: 'marked',
      organization: 'alpha',
      value_hash: 'x',
      data_type: 'domain',
      text_hash: 'x',
      is_file: 0,
      data: 'b.test',
      level: 1,
      cause: 'knownGood',
      reason: 'our partner',
      login: 'alan',
      at: 1_000,
    })
    .execute()

export const givenView = ({ db }: Deps) =>
  db
    .insertInto('list_views')
    .values({
      id: 'view',
      organization: 'alpha',
      login: 'alan',
      list: 'observables',
      name: 'Bad ones',
      search: '?level=malicious',
      shared: 1,
      created_at: 1_000,
    })
    .execute()
