import { createHash } from 'node:crypto'
import type { TestDatabases } from '../databases.ts'
import { makePlatformApp } from '../platform/setup.ts'

/** What another organization sees of the case, by the state of its share. */
export const states = [
  'not linked',
  'not shared',
  'shared',
  'shared to read',
  'shared with rules',
  'shared to work on',
  'taken back',
] as const
export type State = (typeof states)[number]

/** Texts that are in one entity each: seeing one proves that it was read. */
export const secrets = {
  case: 'case-of-alpha',
  task: 'first-task-of-alpha',
  otherTask: 'second-task-of-alpha',
  log: 'first-log-of-alpha',
  otherLog: 'second-log-of-alpha',
  observable: 'first.alpha.example',
  otherObservable: 'second.alpha.example',
  file: 'file-of-alpha',
  otherFile: 'other-file-of-alpha',
  comment: 'comment-of-alpha',
  attachment: 'attachment-of-alpha',
  page: 'page-of-alpha',
  casePage: 'case-page-of-alpha',
  pageTemplate: 'page-template-of-alpha',
  reportTemplate: 'report-template-of-alpha',
  storedReport: 'stored-report-of-alpha',
  procedure: 'procedure-of-alpha',
  event: 'event-of-alpha',
  dashboard: 'dashboard-of-alpha',
  privateDashboard: 'private-board-of-alpha',
  caseTemplate: 'case-template-of-alpha',
  otherCase: 'other-case-of-alpha',
  link: 'link-of-alpha',
  organizationFile: 'file-of-the-organization',
  linkType: 'link-type-of-alpha',
  tag: 'tag-of-alpha',
} as const
export type Secret = keyof typeof secrets

const seenWith: Record<State, readonly Secret[]> = {
  'not linked': [],
  'not shared': [],
  // A case shows its tags.
  shared: ['case', 'tag'],
  'shared to read': [
    ...(['case', 'tag', 'task', 'otherTask', 'log', 'otherLog'] as const),
    ...(['observable', 'otherObservable', 'file', 'otherFile'] as const),
  ],
  'shared with rules': ['case', 'tag', 'task', 'log', 'observable', 'file'],
  'shared to work on': [
    ...(['case', 'tag', 'task', 'otherTask', 'log', 'otherLog'] as const),
    ...(['observable', 'otherObservable', 'file', 'otherFile'] as const),
  ],
  'taken back': [],
}

/** Every secret in a text that the other organization must not know in this state. */
export const leaksIn = (state: State, text: string): string[] =>
  (Object.keys(secrets) as Secret[])
    .filter((name) => !seenWith[state].includes(name))
    .map((name) => secrets[name])
    .filter((secret) => text.includes(secret))

export const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')

export type World = Awaited<ReturnType<typeof makeWorld>>

/** A case of alpha with one of everything, and what else alpha has; beta has a case and an alert. */
export async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const [owner, admin, guest] = [app.as('analyze'), app.as('orgadmin'), app.as('stranger')]
  const { _id: id } = await owner.createCaseV1({
    title: secrets.case,
    description: 'd',
    tags: [secrets.tag],
  })
  const other = await owner.createCaseV1({ title: secrets.otherCase, description: 'd' })
  await owner.linkCase({ id }, { type: secrets.linkType, caseId: other._id })
  await owner.linkAddress(
    { id },
    { type: secrets.linkType, url: `https://tickets.example/${secrets.link}` },
  )
  const taskOf = async (title: string, message: string) => {
    const task = (await owner.createCaseTaskV1({ id }, { title }))._id
    return { task, log: (await owner.createTaskLogV1({ id: task }, { message }))._id }
  }
  const observableOf = async (input: object) =>
    ([await owner.createCaseObservableV1({ id }, input as never)].flat()[0] as { _id: string })._id
  const fileOf = (content: string) => ({
    dataType: 'file',
    attachment: new File([content], `${content}.bin`),
  })
  const [first, second] = [
    await taskOf(secrets.task, secrets.log),
    await taskOf(secrets.otherTask, secrets.otherLog),
  ]
  const comment = await owner.createCaseComment({ id }, { message: secrets.comment })
  const { attachments } = await owner.addCaseAttachments(
    { id },
    { attachments: [new File([secrets.attachment], `${secrets.attachment}.txt`)] },
  )
  const words = (title: string) => ({ title, content: title })
  const procedure = { patternId: 'T1566', description: secrets.procedure }
  const alert = { type: 't', source: 's', sourceRef: 'r', title: 'Of beta', description: 'd' }
  const ids = {
    case: id,
    task: first.task,
    otherTask: second.task,
    log: first.log,
    otherLog: second.log,
    observable: await observableOf({ dataType: 'domain', data: secrets.observable }),
    otherObservable: await observableOf({ dataType: 'domain', data: secrets.otherObservable }),
    file: await observableOf(fileOf(secrets.file)),
    otherFile: await observableOf(fileOf(secrets.otherFile)),
    comment: comment._id,
    attachment: attachments[0]?._id ?? '',
    organizationFile:
      (
        await owner.addOrganisationAttachments({
          attachments: [new File([secrets.organizationFile], `${secrets.organizationFile}.txt`)],
        })
      ).attachments[0]?._id ?? '',
    casePage: (await owner.createCasePage({ id }, words(secrets.casePage)))._id,
    page: (await owner.createPage(words(secrets.page)))._id,
    pageTemplate: (await admin.createPageTemplate(words(secrets.pageTemplate)))._id,
    reportTemplate: (
      await admin.createReportTemplate({
        name: 'Of alpha',
        language: 'en',
        body: secrets.reportTemplate,
      })
    ).id,
    storedReport: (
      await owner.storeReport({ id }, { template: 'Ours', content: secrets.storedReport })
    ).id,
    procedure: (await owner.createCaseProcedure({ id }, procedure))._id,
    event: (await owner.createCustomEvent({ id }, { date: 1, title: secrets.event }))._id,
    dashboard: (
      await owner.createDashboard({ title: secrets.dashboard, definition: '{}', status: 'Shared' })
    )._id,
    privateDashboard: (
      await owner.createDashboard({ title: secrets.privateDashboard, definition: '{}' })
    )._id,
    caseTemplate: (await admin.createCaseTemplate({ name: secrets.caseTemplate }))._id,
    ownCase: (await guest.createCaseV1({ title: 'Of beta', description: 'd' }))._id,
    ownAlert: (await guest.createAlertV1(alert))._id,
    share: '~404',
  }
  await app.as('root').createAnalyzerTemplate({ analyzerId: 'Look_1_0', content: 'everybody’s' })

  /** Brings the share into the state. */
  const become = async (state: State) => {
    if (state === 'not linked') return
    await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
    if (state === 'not shared') return
    const all = { tasks: 'all', observables: 'all' } as const
    const rules = {
      shared: {},
      'shared to read': all,
      'shared with rules': { profile: 'analyst' },
      'shared to work on': { ...all, profile: 'analyst' },
      'taken back': { ...all, profile: 'analyst' },
    } as const
    const form = { organisationName: 'beta', ...rules[state] }
    const [share] = await owner.shareCase({ id }, { shares: [form] })
    ids.share = share?._id ?? ''
    if (state === 'taken back') await owner.deleteShare({ id: ids.share })
    if (state !== 'shared with rules') return
    await owner.shareTask({ id: ids.task }, { organisations: ['beta'] })
    for (const one of [ids.observable, ids.file])
      await owner.shareObservable({ id: one }, { organisations: ['beta'] })
  }
  return { app, ids, become }
}

const tables = [
  ...(['cases', 'tasks', 'task_logs', 'observables', 'comments', 'attachments', 'pages'] as const),
  ...(['page_templates', 'procedures', 'custom_events', 'dashboards', 'case_templates'] as const),
  ...(['case_shares', 'shared_tasks', 'shared_observables', 'organization_links'] as const),
  ...(['analyzer_templates', 'alerts', 'tags', 'audit'] as const),
  ...(['report_templates', 'report_drafts', 'case_reports', 'case_links'] as const),
]

const isReading = (row: object) =>
  'action' in row && ['caseReport.read', 'caseReport.export'].includes(String(row.action))

/** Everything that could have been changed, in one order. */
export async function everythingKept({ app }: World): Promise<string[]> {
  const kept: string[] = []
  for (const table of tables) {
    const rows = await app.deps.db
      .selectFrom(table as 'tasks')
      .selectAll()
      .execute()
    // That a guest reads is recorded, and changes nothing.
    const changed = rows.filter((row) => !isReading(row))
    kept.push(...changed.map((row) => `${table} ${JSON.stringify(row)}`).sort())
  }
  return kept
}
