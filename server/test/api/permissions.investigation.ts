import type { Sample } from './permissions.table.ts'

/** Observables, tasks, logs and types of observables. */
export const investigationTable = `
createCaseObservable        | in the case                 | 401    403  201     201      403        403      401    401
createCaseObservable        | in none                     | 401    403  403     403      403        403      401    401
createAlertObservable       | in the alert                | 401    403  201     201      403        403      401    401
getObservable               | of alpha                    | 401    200  200     200      403        404      401    401
getObservable               | one that does not exist     | 401    404  404     404      403        404      401    401
updateObservable            | of alpha                    | 401    403  200     200      403        404      401    401
updateObservables           | of alpha                    | 401    403  204     204      403        404      401    401
deleteObservable            | of alpha                    | 401    403  204     204      403        404      401    401
createCaseObservableV1      | in the case                 | 401    403  201     201      403        403      401    401
createAlertObservableV1     | in the alert                | 401    403  201     201      403        403      401    401
getObservableV1             | of alpha                    | 401    200  200     200      403        404      401    401
updateObservableV1          | of alpha                    | 401    403  204     204      403        404      401    401
updateObservablesV1         | of alpha                    | 401    403  204     204      403        404      401    401
deleteObservableV1          | of alpha                    | 401    403  204     204      403        404      401    401

createCaseTask              | in the case                 | 401    403  201     201      403        404      401    401
getTask                     | of alpha                    | 401    200  200     200      403        404      401    401
updateTask                  | of alpha                    | 401    403  200     200      403        404      401    401
createTaskLog               | of alpha                    | 401    403  201     201      403        404      401    401
getTaskLog                  | of alpha                    | 401    200  200     200      403        404      401    401
updateTaskLog               | of alpha                    | 401    403  200     200      403        404      401    401
deleteTaskLog               | of alpha                    | 401    403  204     204      403        404      401    401
createTaskV1                | in the case                 | 401    403  201     201      403        404      401    401
createCaseTaskV1            | in the case                 | 401    403  201     201      403        404      401    401
getTaskV1                   | of alpha                    | 401    200  200     200      403        404      401    401
updateTaskV1                | of alpha                    | 401    403  204     204      403        404      401    401
updateTasksV1               | of alpha                    | 401    403  204     204      403        404      401    401
deleteTaskV1                | of alpha                    | 401    403  204     204      403        404      401    401
createTaskLogV1             | of alpha                    | 401    403  201     201      403        404      401    401
getLogV1                    | of alpha                    | 401    200  200     200      403        404      401    401
updateLogV1                 | of alpha                    | 401    403  204     204      403        404      401    401
deleteLogV1                 | of alpha                    | 401    403  204     204      403        404      401    401

listObservableTypes         |                             | 401    200  200     200      200        200      401    401
getObservableType           | ip                          | 401    200  200     200      200        200      401    401
createObservableType        | a new one                   | 401    403  403     201      201        201      401    401
deleteObservableType        | ip, of which there are some | 401    403  403     403      400        403      401    401
deleteObservableType        | one that does not exist     | 401    403  403     404      404        404      401    401
listObservableTypesV1       |                             | 401    200  200     200      200        200      401    401
getObservableTypeV1         | ip                          | 401    200  200     200      200        200      401    401
createObservableTypeV1      | a new one                   | 401    403  403     201      201        201      401    401
deleteObservableTypeV1      | one that does not exist     | 401    403  403     404      404        404      401    401
`

/** Each row that removes something has a separate one to remove. */
const owners = ['alan', 'ada', 'everybody else']

export const ofEachOwner = owners.map((_, index) => ({
  observable: `~300${index}`,
  task: `~400${index}`,
  log: `~500${index}`,
}))

const mine = (me: string) =>
  ofEachOwner[owners.indexOf(me)] ?? { observable: '~3002', task: '~4002', log: '~5002' }

const theCase = { id: '~1001' }
const theAlert = { id: '~2001' }
const missing = { params: { id: '~404' } }

const newObservable = (me: string) => ({ dataType: 'other', data: `of ${me}` })
const newTask = { title: 'A task' }
const change = { tags: ['t'] }

export const investigationSamples: Record<string, (me: string) => Sample> = {
  'createCaseObservable in the case': (me) => ({ params: theCase, input: newObservable(me) }),
  'createCaseObservable in none': (me) => ({ ...missing, input: newObservable(me) }),
  'createAlertObservable in the alert': (me) => ({ params: theAlert, input: newObservable(me) }),
  'getObservable of alpha': (me) => ({ params: { id: mine(me).observable } }),
  'getObservable one that does not exist': () => missing,
  'updateObservable of alpha': (me) => ({ params: { id: mine(me).observable }, input: change }),
  'updateObservables of alpha': (me) => ({ input: { ids: [mine(me).observable], ...change } }),
  'deleteObservable of alpha': (me) => ({ params: { id: mine(me).observable } }),
  'createCaseObservableV1 in the case': (me) => ({ params: theCase, input: newObservable(me) }),
  'createAlertObservableV1 in the alert': (me) => ({ params: theAlert, input: newObservable(me) }),
  'getObservableV1 of alpha': (me) => ({ params: { id: mine(me).observable } }),
  'updateObservableV1 of alpha': (me) => ({ params: { id: mine(me).observable }, input: change }),
  'updateObservablesV1 of alpha': (me) => ({ input: { ids: [mine(me).observable], ...change } }),
  'deleteObservableV1 of alpha': (me) => ({ params: { id: mine(me).observable } }),

  'createCaseTask in the case': () => ({ params: theCase, input: newTask }),
  'getTask of alpha': (me) => ({ params: { id: mine(me).task } }),
  'updateTask of alpha': (me) => ({ params: { id: mine(me).task }, input: { flag: true } }),
  'createTaskLog of alpha': (me) => ({ params: { id: mine(me).task }, input: { message: 'm' } }),
  'getTaskLog of alpha': (me) => ({ params: { id: mine(me).log } }),
  'updateTaskLog of alpha': (me) => ({ params: { id: mine(me).log }, input: { message: 'n' } }),
  'deleteTaskLog of alpha': (me) => ({ params: { id: mine(me).log } }),
  'createTaskV1 in the case': () => ({ input: { ...newTask, caseId: theCase.id } }),
  'createCaseTaskV1 in the case': () => ({ params: theCase, input: newTask }),
  'getTaskV1 of alpha': (me) => ({ params: { id: mine(me).task } }),
  'updateTaskV1 of alpha': (me) => ({ params: { id: mine(me).task }, input: { flag: true } }),
  'updateTasksV1 of alpha': (me) => ({ input: { ids: [mine(me).task], flag: true } }),
  'deleteTaskV1 of alpha': (me) => ({ params: { id: mine(me).task } }),
  'createTaskLogV1 of alpha': (me) => ({ params: { id: mine(me).task }, input: { message: 'm' } }),
  'getLogV1 of alpha': (me) => ({ params: { id: mine(me).log } }),
  'updateLogV1 of alpha': (me) => ({ params: { id: mine(me).log }, input: { message: 'n' } }),
  'deleteLogV1 of alpha': (me) => ({ params: { id: mine(me).log } }),

  'getObservableType ip': () => ({ params: { id: 'ip' } }),
  'createObservableType a new one': (me) => ({ input: { name: `of-${me}` } }),
  'deleteObservableType ip, of which there are some': () => ({ params: { id: 'ip' } }),
  'deleteObservableType one that does not exist': () => missing,
  'getObservableTypeV1 ip': () => ({ params: { id: 'ip' } }),
  'createObservableTypeV1 a new one': (me) => ({ input: { name: `of-${me}` } }),
  'deleteObservableTypeV1 one that does not exist': () => missing,
}
