import { type AskSince, byPlace, type Page } from './pages.ts'
import { type Answer, RemoteRefusal, type Session } from './remote.ts'
import { caseNumber } from './thehive-rows.ts'
import { asNumber, asObject, asObjects, asText, isObject, type Values } from './values.ts'

export type Definition = 'customField' | 'caseTemplate' | 'observableType' | 'user' | 'organisation'
export type Child = 'tasks' | 'logs' | 'caseObservables' | 'alertObservables' | NoteChild
type NoteChild = `${'case' | 'alert'}${'Comments' | 'Attachments' | 'Procedures'}`

/** What both versions of the API support. */
export interface HiveSource {
  readonly session: Session
  /** What was requested and the key may not see. */
  readonly unseen: ReadonlySet<string>
  since(kind: 'case' | 'alert'): AskSince
  /** Undefined where they came with the parent. */
  children(child: Child, parentId: string): Promise<readonly Values[] | undefined>
  /** Events that users put into the timeline of a case. */
  customEvents(caseId: string): Promise<readonly Values[]>
  definitions(kind: Definition): Promise<readonly Values[]>
  /** The highest case number; 0 where unknown. */
  highestNumber(): Promise<number>
  /** How many there are of something that cannot be imported; undefined where unknown. */
  count(list: string): Promise<number | undefined>
}

/** Queries where they are answered, the older searches elsewhere. */
export async function openSource(session: Session): Promise<HiveSource> {
  try {
    const { body } = await query(session, [
      { _name: 'listCase' },
      { _name: 'page', from: 0, to: 1 },
    ])
    if (Array.isArray(body)) return versionOne(session)
  } catch (error) {
    if (!(error instanceof RemoteRefusal)) throw error
    // Administrators may not ask for cases; a refusal shows that the query is known.
    if (error.status === 403) return versionOne(session)
    if (![0, 400, 404, 405].includes(error.status)) throw error
  }
  return versionZero(session)
}

const query = (session: Session, steps: readonly object[]): Promise<Answer> =>
  session.post('/api/v1/query?name=assay-import', { query: steps })

function pageOf({ body, total, bytes }: Answer): Page {
  if (!Array.isArray(body)) throw new RemoteRefusal(0, 'a search did not return a list')
  return { rows: asObjects(body), total, bytes }
}

const oldestFirst = { _name: 'sort', _fields: [{ _createdAt: 'asc' }] }
const page = (from: number, to: number) => ({ _name: 'page', from, to, extraData: ['total'] })

const parents = {
  tasks: ['getCase', 'tasks'],
  logs: ['getTask', 'logs'],
  caseObservables: ['getCase', 'observables'],
  alertObservables: ['getAlert', 'observables'],
  caseComments: ['getCase', 'comments'],
  alertComments: ['getAlert', 'comments'],
  caseAttachments: ['getCase', 'attachments'],
  alertAttachments: ['getAlert', 'attachments'],
  caseProcedures: ['getCase', 'procedures'],
  alertProcedures: ['getAlert', 'procedures'],
} as const

const isNote = (child: Child): child is NoteChild => /Comments|Attachments|Procedures/.test(child)

const lists = {
  customField: 'listCustomField',
  caseTemplate: 'listCaseTemplate',
  observableType: 'listObservableType',
  user: 'listUser',
  organisation: 'listOrganisation',
} as const

const versionOne = (session: Session): HiveSource => {
  const unseen = new Set<string>()
  const may = asking(unseen)
  const isEmpty = emptiness((list) => countOf(session, list))
  return {
    session,
    unseen,
    since: (kind) => async (since, from, to) => {
      const newer = { _name: 'filter', _gte: { _field: '_createdAt', _value: since } }
      const start = { _name: kind === 'case' ? 'listCase' : 'listAlert' }
      const steps = [start, ...(since > 0 ? [newer] : []), oldestFirst, page(from, to)]
      return pageOf(await query(session, steps))
    },
    async children(child, idOrName) {
      if (await isEmpty(child)) return []
      const [start, step] = parents[child]
      const listed = () =>
        byPlace(async (from, to) => {
          const steps = [{ _name: start, idOrName }, { _name: step }, oldestFirst, page(from, to)]
          return pageOf(await query(session, steps))
        })
      return isNote(child) ? may(child, listed) : listed()
    },
    customEvents: (caseId) => may('customEvents', () => eventsOf(session, caseId)),
    definitions: (kind) =>
      byPlace(async (from, to) =>
        pageOf(await query(session, [{ _name: lists[kind] }, page(from, to)])),
      ),
    highestNumber: () =>
      highest(
        query(session, [
          { _name: 'listCase' },
          { _name: 'sort', _fields: [{ number: 'desc' }] },
          { _name: 'page', from: 0, to: 1 },
        ]),
      ),
    count: (list) => countOf(session, list),
  }
}

async function countOf(session: Session, list: string): Promise<number | undefined> {
  try {
    return asNumber((await query(session, [{ _name: list }, { _name: 'count' }])).body)
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status !== 401) return undefined
    throw error
  }
}

/** If none was ever written, no case needs to be asked for them. */
function emptiness(count: (list: string) => Promise<number | undefined>) {
  const known = new Map<string, Promise<boolean>>()
  return async (child: Child): Promise<boolean> => {
    const list = /Comments$/.test(child)
      ? 'listComment'
      : /Procedures$/.test(child)
        ? 'listProcedure'
        : undefined
    if (list === undefined) return false
    const isNone = known.get(list) ?? count(list).then((found) => found === 0)
    known.set(list, isNone)
    return isNone
  }
}

/**
 * Requests what not every version has, or not every key may see: what is refused for the first case is not
 * requested again.
 */
function asking(unseen: Set<string>) {
  const [unknown, answered] = [new Set<string>(), new Set<string>()]
  return async (
    what: string,
    ask: () => Promise<readonly Values[]>,
  ): Promise<readonly Values[]> => {
    if (unknown.has(what)) return []
    try {
      const found = await ask()
      answered.add(what)
      return found
    } catch (error) {
      const isRefusal =
        error instanceof RemoteRefusal && [400, 403, 404, 405].includes(error.status)
      if (!isRefusal || answered.has(what)) throw error
      if (error.status === 403) unseen.add(what)
      unknown.add(what)
      return []
    }
  }
}

/** The timeline names them; their content is requested one by one, where possible. */
async function eventsOf(session: Session, caseId: string): Promise<Values[]> {
  const path = `/api/v1/case/${encodeURIComponent(caseId)}/timeline`
  const { events } = asObject((await session.get(path)).body)
  const found: Values[] = []
  for (const event of asObjects(events)) {
    const id = asText(event.entityId)
    if (![event.entity, event.kind].includes('CustomEvent') || id === undefined) continue
    const whole = await session
      .get(`/api/v1/customEvent/${encodeURIComponent(id)}`)
      .catch(orNothing)
    found.push({ ...asObject(event.details), ...event, ...asObject(whole?.body), _id: id })
  }
  return found
}

function orNothing(error: unknown): undefined {
  if (!(error instanceof RemoteRefusal) || ![400, 404, 405].includes(error.status)) throw error
}

async function highest(asked: Promise<Answer>): Promise<number> {
  try {
    const [first = {}] = pageOf(await asked).rows
    return caseNumber(first) ?? 0
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status !== 401) return 0
    throw error
  }
}

const childPaths = {
  tasks: ['/api/case/task/_search', 'case'],
  logs: ['/api/case/task/log/_search', 'case_task'],
  caseObservables: ['/api/case/artifact/_search', 'case'],
} as const

const versionZero = (session: Session): HiveSource => {
  const search = async (path: string, criteria: object, from: number, to: number) =>
    pageOf(await session.post(`${path}?range=${from}-${to}&sort=%2BcreatedAt`, { query: criteria }))
  const listed = (path: string) =>
    byPlace(async (from, to) => pageOf(await session.get(`${path}?range=${from}-${to}`)))
  return {
    session,
    unseen: new Set(),
    since: (kind) => (since, from, to) =>
      search(`/api/${kind}/_search`, since > 0 ? { _gte: { createdAt: since } } : {}, from, to),
    async children(child, id) {
      if (child === 'alertObservables' || isNote(child)) return undefined
      const [path, type] = childPaths[child]
      const criteria = { _parent: { _type: type, _query: { _id: id } } }
      return byPlace((from, to) => search(path, criteria, from, to))
    },
    customEvents: async () => [],
    definitions(kind) {
      if (kind === 'caseTemplate' || kind === 'user') {
        const path = kind === 'user' ? '/api/user/_search' : '/api/case/template/_search'
        return byPlace((from, to) => search(path, {}, from, to))
      }
      if (kind === 'organisation') return listed('/api/organisation')
      return kind === 'customField'
        ? orOlder(listed('/api/customField'), session, '/api/list/custom_fields')
        : orOlder(listed('/api/observable/type'), session, '/api/list/list_artifactDataType')
    },
    highestNumber: () =>
      highest(session.post('/api/case/_search?range=0-1&sort=-caseId', { query: {} })),
    count: async () => undefined,
  }
}

/** Version 3 keeps them in lists: an object of values, by id. */
async function orOlder(
  wanted: Promise<readonly Values[]>,
  session: Session,
  path: string,
): Promise<readonly Values[]> {
  try {
    return await wanted
  } catch (error) {
    if (!(error instanceof RemoteRefusal) || error.status === 401) throw error
    const items = Object.values(asObject((await session.get(path)).body))
    return items.map((item) => (isObject(item) ? item : { name: item }))
  }
}
