import type { EngineApp } from '../engine/setup.ts'
import type { Person } from '../setup.ts'
import { fresh, type Sample, type Shown } from './attributes.samples.ts'

/** One of each kind, freshly made: its id, and how to read it with all attributes. */
export interface Subject {
  readonly person?: Person
  readonly samples: Readonly<Record<string, Sample>>
  /** Parameters of the path; for a creation those of what it is created in. */
  make(app: EngineApp): Promise<Record<string, string>>
  /** `answer` is what a creation answered. */
  read(app: EngineApp, params: Record<string, string>, answer: Shown): Promise<Shown>
  /** The least that a creation needs. */
  readonly least?: (params: Record<string, string>) => Shown
}

const idOf = (answer: unknown) => String([answer].flat().map((one) => (one as Shown)._id)[0])

/** Both versions of it; version 1 shows more, version 0 has the older names. */
async function bothOf(v0: Promise<object>, v1: Promise<object>): Promise<Shown> {
  return { ...(await v0), ...(await v1) }
}

export const ofCase: Omit<Subject, 'samples'> = {
  async make(app) {
    const made = await app
      .as('analyze')
      .createCase({ title: 'A case', description: 'd', tags: ['old'], owner: 'alan' })
    return { id: made._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const { rows } = await client.searchCaseTasks({ id }, { range: 'all' })
    const taskTitles = rows.map(({ title }) => title)
    const query = [{ _name: 'getCase', idOrName: id }, { _name: 'pages' }]
    const pageTitles = ((await client.queryV1({ query })) as { title: string }[]).map(
      ({ title }) => title,
    )
    const seen = await bothOf(client.getCase({ id }, {}), client.getCaseV1({ id }))
    return { ...seen, taskTitles, pageTitles }
  },
}
export const ofAlert: Omit<Subject, 'samples'> = {
  async make(app) {
    const made = await app.as('analyze').createAlert({
      type: 'internal',
      source: 'test',
      sourceRef: fresh(),
      title: 'An alert',
      description: 'd',
      tags: ['old'],
    })
    return { id: made._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const { flag, last_sync_date } = await app.deps.db
      .selectFrom('alerts')
      .select(['flag', 'last_sync_date'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const shown = await bothOf(client.getAlert({ id }, {}), client.getAlertV1({ id }))
    // Neither version shows these two; lists are searched and sorted by them.
    return { ...shown, flag: flag === 1, lastSyncDate: last_sync_date }
  },
}
export const ofObservable: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    const input = { dataType: 'ip', data: '1.1.1.1', tags: ['old'] }
    return { id: idOf(await app.as('analyze').createCaseObservable({ id }, input)) }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getObservable({ id }), app.as('read').getObservableV1({ id })),
}
export const ofTask: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    return { id: (await app.as('analyze').createCaseTask({ id }, { title: 'A task' }))._id }
  },
  async read(app, { id = '' }) {
    const client = app.as('read')
    const shown = await bothOf(client.getTask({ id }), client.getTaskV1({ id }))
    const query = { _field: '_id', _value: id }
    const { rows } = await client.searchTasks({ query, nparent: 1 })
    return { ...shown, caseOfTask: rows[0]?.case?.caseId }
  },
}
export const ofLog: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofTask.make(app)
    return { id: (await app.as('analyze').createTaskLog({ id }, { message: 'A log' }))._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getTaskLog({ id }), app.as('read').getLogV1({ id })),
}
export const ofComment: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    return { id: (await app.as('analyze').createCaseComment({ id }, { message: 'Words' }))._id }
  },
  read: async (app, { id = '' }) => ({ ...(await app.as('read').getComment({ id })) }),
}
export const ofProcedure: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    const input = { patternId: 'T1053', tactic: 'execution' }
    return { id: (await app.as('analyze').createCaseProcedure({ id }, input))._id }
  },
  async read(app, { id = '' }) {
    const query = [{ _name: 'getProcedure', idOrName: id }, { _name: 'case' }]
    const [found] = (await app.as('read').queryV1({ query })) as { number: number }[]
    return { ...(await app.as('read').getProcedure({ id })), caseNumber: found?.number }
  },
}
export const ofEvent: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    const input = { date: 1, title: 'An event' }
    return { id: (await app.as('analyze').createCustomEvent({ id }, input))._id }
  },
  read: async (app, { id = '' }) => ({ ...(await app.as('read').getCustomEvent({ id })) }),
}
/** Of the organization. */
export const ofPage: Omit<Subject, 'samples'> = {
  make: async (app) => ({ id: (await app.as('analyze').createPage(aPage))._id }),
  read: async (app, { id = '' }) => ({ ...(await app.as('read').getPage({ id })) }),
}
const aPage = { title: 'A page', content: 'Words' }
export const ofCasePage: Omit<Subject, 'samples'> = {
  async make(app) {
    const { id = '' } = await ofCase.make(app)
    return { id, pageId: (await app.as('analyze').createCasePage({ id }, aPage))._id }
  },
  async read(app, { id = '' }) {
    const query = [{ _name: 'getCase', idOrName: id }, { _name: 'pages' }]
    const [page] = (await app.as('read').queryV1({ query })) as object[]
    return { ...page }
  },
}
export const ofPageTemplate: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  make: async (app) => ({ id: (await app.as('orgadmin').createPageTemplate(aPage))._id }),
  read: async (app, { id = '' }) => ({ ...(await app.as('read').getPageTemplate({ id })) }),
}
const aReportTemplate = () => ({
  name: `Template ${fresh()}`,
  language: 'en' as const,
  body: '{{timeline}}',
})
export const ofReportTemplate: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  make: async (app) => ({
    id: (await app.as('orgadmin').createReportTemplate(aReportTemplate())).id,
  }),
  async read(app, { id = '' }) {
    const all = await app.as('read').listReportTemplates()
    return { ...all.find((one) => one.id === id) }
  },
}
const aTemplate = () => ({ analyzerId: `Look_1_${fresh()}`, content: 'Words' })
export const ofAnalyzerTemplate: Omit<Subject, 'samples'> = {
  person: 'root',
  make: async (app) => ({ id: (await app.as('root').createAnalyzerTemplate(aTemplate()))._id }),
  async read(app, { id = '' }) {
    const query = [{ _name: 'getAnalyzerTemplate', idOrName: id }]
    const [template] = (await app.as('read').queryV1({ query })) as object[]
    return { ...template }
  },
}
const aDashboard = { title: 'A dashboard', definition: '{}' }
export const ofDashboard: Omit<Subject, 'samples'> = {
  make: async (app) => ({ id: (await app.as('analyze').createDashboard(aDashboard))._id }),
  read: async (app, { id = '' }) => ({ ...(await app.as('analyze').getDashboard({ id })) }),
}
export const ofTag: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    const name = `tag${fresh()}`
    await app.as('analyze').createCase({ title: 'Tagged', description: 'd', tags: [name] })
    return { id: (await app.as('read').getTagV1({ id: name }))._id }
  },
  read: async (app, { id = '' }) => ({ ...(await app.as('read').getTagV1({ id })) }),
}
const newStatusOf = (app: EngineApp, kind: 'case' | 'alert') => {
  const input = { value: `Status${fresh()}`, stage: 'New' }
  const client = app.as('orgadmin')
  return kind === 'case' ? client.createCaseStatus(input) : client.createAlertStatus(input)
}
export const ofStatus = (kind: 'case' | 'alert'): Omit<Subject, 'samples'> => ({
  person: 'orgadmin',
  make: async (app) => ({ id: (await newStatusOf(app, kind))._id }),
  async read(app, { id = '' }) {
    const client = app.as('read')
    const shown = kind === 'case' ? client.getCaseStatus({ id }) : client.getAlertStatus({ id })
    return { ...(await shown) }
  },
})
export const ofTemplate: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    return { id: (await app.as('orgadmin').createCaseTemplate({ name: `T${fresh()}` }))._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getCaseTemplate({ id }), app.as('read').getCaseTemplateV1({ id })),
}
export const ofField: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    const made = await app
      .as('orgadmin')
      .createCustomField({ name: `field${fresh()}`, type: 'integer' })
    return { id: made._id }
  },
  read: (app, { id = '' }) =>
    bothOf(app.as('read').getCustomField({ id }), app.as('read').getCustomFieldV1({ id })),
}
export const ofWebhook: Omit<Subject, 'samples'> = {
  person: 'orgadmin',
  async make(app) {
    const input = { name: 'A hook', url: 'https://a.example/' }
    return { id: (await app.as('orgadmin').createWebhook(input))._id }
  },
  async read(app, { id = '' }) {
    const { secret_sealed } = await app.deps.db
      .selectFrom('webhooks')
      .select('secret_sealed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const storedSecret = app.deps.secrets.open(`webhook:${id}`, secret_sealed)
    return { ...(await app.as('orgadmin').getWebhook({ id })), storedSecret }
  },
}
export const ofUser: Omit<Subject, 'samples'> = {
  person: 'root',
  async make(app) {
    const input = { login: `user${fresh()}`, name: 'A user', organization: 'alpha' }
    return { login: (await app.as('root').createUser({ ...input, roles: ['read', 'analyze'] })).id }
  },
  async read(app, { login = '' }) {
    // Shown to the person alone, under /user/current.
    const { preferences } = await app.deps.db
      .selectFrom('users')
      .select('preferences')
      .where('login', '=', login)
      .executeTakeFirstOrThrow()
    return { ...(await app.as('root').getUser({ login })), preferences }
  },
}
export const ofOrganization: Omit<Subject, 'samples'> = {
  person: 'root',
  async make(app) {
    const input = { name: `team${fresh()}`, description: 'A team' }
    return { id: (await app.as('root').createOrganization(input)).id }
  },
  async read(app, { id = '' }) {
    const workers = await app.deps.db
      .selectFrom('workers')
      .select('id')
      .where('organization', '=', id)
      .execute()
    return { ...(await app.as('root').getOrganization({ id })), workerCount: workers.length }
  },
}
export const ofWorker = (kind: 'analyzer' | 'responder'): Omit<Subject, 'samples'> => ({
  person: 'orgadmin',
  async make(app) {
    const name = kind === 'analyzer' ? 'Echo' : 'Block'
    const made = await app.enable('orgadmin', name, { name: `${name}${fresh()}` })
    return { id: made.id }
  },
  async read(app, { id = '' }) {
    const client = app.as('orgadmin')
    const worker = kind === 'analyzer' ? client.getAnalyzer({ id }) : client.getResponder({ id })
    return { ...(await worker) }
  },
})

/** Reads what a creation answered by its id. */
export const created = (
  of: Omit<Subject, 'samples'>,
  least: NonNullable<Subject['least']>,
  make: Subject['make'] = async () => ({}),
) => ({
  ...of,
  make,
  least,
  read: (app: EngineApp, _: Record<string, string>, answer: Shown) => {
    const id = idOf(answer)
    return of.read(app, { id, login: id }, answer)
  },
})

export const inAlert = ofAlert.make
export const newCase = created(ofCase, () => ({ title: 'A case', description: 'd' }))
export const newAlert = created(ofAlert, () => ({
  type: 'internal',
  source: 'test',
  sourceRef: fresh(),
  title: 'An alert',
  description: 'd',
}))
export const newObservable = created(
  ofObservable,
  () => ({ dataType: 'ip', data: '1.1.1.1' }),
  ofCase.make,
)
export const newTask = created(ofTask, () => ({ title: 'A task' }), ofCase.make)
export const newLog = created(ofLog, () => ({ message: 'A log' }), ofTask.make)
export const newComment = created(ofComment, () => ({ message: 'Words' }), ofCase.make)
export const newProcedure = created(
  ofProcedure,
  () => ({ patternId: 'T1053', tactic: 'execution' }),
  ofCase.make,
)
export const newEvent = created(ofEvent, () => ({ date: 1, title: 'An event' }), ofCase.make)
/** Of a case or of the organization. */
export const newPage = created(
  {
    ...ofPage,
    async read(app, { id = '' }) {
      const query = [{ _name: 'getPage', idOrName: id }]
      const [page] = (await app.as('read').queryV1({ query })) as object[]
      return { ...page }
    },
  },
  () => aPage,
)
export const newPageTemplate = created(ofPageTemplate, () => aPage)
export const newReportTemplate: ReturnType<typeof created> = {
  ...created(ofReportTemplate, aReportTemplate),
  read: (app, _, answer) => ofReportTemplate.read(app, { id: String(answer.id) }, answer),
}
export const newAnalyzerTemplate = created(ofAnalyzerTemplate, aTemplate)
export const newDashboard = created(ofDashboard, () => aDashboard)
export const newStatus = (kind: 'case' | 'alert') =>
  created(ofStatus(kind), () => ({ value: `Status${fresh()}`, stage: 'New' }))
export const newTemplate = created(ofTemplate, () => ({ name: `T${fresh()}` }))
export const newField = created(ofField, () => ({ name: `field${fresh()}`, type: 'integer' }))
export const newWebhook = created(ofWebhook, () => ({ name: 'A hook', url: 'https://a.example/' }))
export const newUser = created(ofUser, () => ({
  login: `user${fresh()}`,
  name: 'A user',
  organization: 'alpha',
}))
export const newUserV0 = created(ofUser, () => ({
  login: `user${fresh()}`,
  name: 'A user',
  roles: ['write'],
  organisation: 'alpha',
}))
export const newUserV1 = created(ofUser, () => ({
  login: `user${fresh()}`,
  name: 'A user',
  profile: 'analyst',
  organisation: 'alpha',
}))
export const newOrganization = created(ofOrganization, () => ({
  name: `team${fresh()}`,
  description: 'A team',
}))
