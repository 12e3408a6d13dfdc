import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Readable } from 'node:stream'
import { type AnyEndpoint, contract } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { type NamedValue, valueKey } from '../../src/domain/values/key.ts'
import { connectorSamples, makeConnectorOfAlpha } from '../api/permissions.connector.ts'
import { engineSamples, makeEngineOfAlpha } from '../api/permissions.engine.ts'
import { makePlatformOfAlpha, platformSamples } from '../api/permissions.platform.ts'
import { samples as identitySamples, type Sample } from '../api/permissions.table.ts'
import { sqlite, type TestDatabase } from '../databases.ts'
import { multipart, urlEncoded } from '../forms.ts'
import { atEnd, sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { insertRows, row } from '../platform/rows.ts'
import { saveRows } from '../saved-rows.ts'
import { makeApp, type TestApp } from '../setup.ts'

// The calls are those of the permission table, with entities of alpha that the caller may use. Beta has
// a twin of each of them. In each place of a call that names an entity, the twin is named instead: the
// answer must be that of an entity that does not exist, and beta must stay as it was.

const endpoints: Readonly<Record<string, AnyEndpoint>> = contract

const worlds = [
  { of: 'the platform', make: makePlatformOfAlpha, samples: platformSamples },
  { of: 'the connector', make: makeConnectorOfAlpha, samples: connectorSamples },
  { of: 'the engine', make: makeEngineOfAlpha, samples: engineSamples },
  { of: 'people and organizations', make: makeApp, samples: identitySamples },
]

/** One entity of beta, and an unused name that looks the same. */
interface Foreign {
  readonly theirs: string
  readonly nothing: string
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const fileOfBeta = 'a file that only beta has'
const person: Foreign = { theirs: 'bob', nothing: 'bub' }
const organization: Foreign = { theirs: 'beta', nothing: 'bete' }

/** In the form of alpha's entity: the answer must not tell them apart by that. */
function foreignTo(id: string): Foreign {
  if (/^~\d+$/.test(id)) return { theirs: `~77${id.slice(1)}`, nothing: `~99${id.slice(1)}` }
  if (/^[0-9a-f]{32}$/.test(id)) {
    const twin = (word: string) => createHash('md5').update(`${word} ${id}`).digest('hex')
    return { theirs: twin('beta'), nothing: twin('nobody') }
  }
  return { theirs: `beta-${id}`, nothing: `none-${id}` }
}

/**
 * What the permission table leaves out: a value with answers, relations, notifications, and an investigation
 * of it.
 */
async function addAnswers({ deps: { db } }: TestApp): Promise<void> {
  const [value, found] = ['a.test', 'b.test'].map((data) => ({ dataType: 'domain', data })) as [
    NamedValue & { data: string },
    NamedValue & { data: string },
  ]
  const [organization, value_hash, job_id, created_by] = ['alpha', valueKey(value), 'asked', 'alan']
  const worker = { worker_id: 'looker', worker_name: 'Looker' }
  const text = { data_type: 'domain', data: value.data, text_hash: hashOf(value.data), is_file: 0 }
  const made = { organization, created_at: 1_000, created_by }
  await db
    .insertInto('jobs')
    .values({
      ...{ id: job_id, type: 'analyzer', worker_definition_id: 'Looker_1_0', status: 'Success' },
      ...{ tlp: 2, pap: 2, message: '', parameters: '{}', cache_key: 'c', priority: 0, turn: 0 },
      ...{ attempts: 1, data_type: 'domain', data: value.data, data_hash: text.text_hash },
      ...worker,
      ...made,
    })
    .execute()
  await db.insertInto('reports').values({ job_id, organization, body: '{}' }).execute()
  await db
    .insertInto('secret_inputs')
    .values({ job_id, organization, for_undo: 0, created_at: 1, values_sealed: 'sealed' })
    .execute()
  await db
    .insertInto('artifacts')
    .values({
      ...{ id: 'found-in-asked', job_id, tlp: 2, tags: '[]', data_type: 'domain' },
      ...{ data: found.data, value_hash: valueKey(found), kind: 'name server', ...made },
    })
    .execute()
  await db
    .insertInto('value_answers')
    .values({
      ...{
        organization,
        value_hash,
        job_id,
        level: 3,
        level_since: 1,
        answered_at: 1,
        first_at: 1,
      },
      ...{ changes: '[]', reasons: '[]', ...text, ...worker },
    })
    .execute()
  await insertRows(db, {
    observables: [
      row.observable('~3999', value.data, { case_id: '~1001', value_hash: text.text_hash }),
      row.observable('~3998', found.data, { case_id: '~1001', value_hash: hashOf(found.data) }),
    ],
  })
  const held = { investigation_id: 'wave', organization }
  await db
    .insertInto('investigation_values')
    .values({ ...held, value_hash, position: 0, ...text })
    .execute()
  await db
    .insertInto('investigation_jobs')
    .values({ ...held, value_hash, worker_id: worker.worker_id, job_id })
    .execute()
  await db
    .insertInto('investigation_cases')
    .values({ ...held, case_id: '~1001', added_at: 1 })
    .execute()
  await db
    .insertInto('value_news')
    .values({ id: 'worse', watch_id: 'watched', kind: 'verdict', at: 1, to_level: 3, job_id })
    .execute()
  const comment = await db.selectFrom('comments').select('id').executeTakeFirstOrThrow()
  await db
    .insertInto('mentions')
    .values({ id: 'called', comment_id: comment.id, login: 'alan', at: 1 })
    .execute()
  await db
    .insertInto('notices')
    .values({
      ...{ id: 'told', organization, login: 'alan', at: 1, kind: 'assigned' },
      ...{ object_type: 'case', object_id: '~1001', parameters: '{"title":"A case"}' },
    })
    .execute()
}

/** What triggers and sign-ins keep, and people, who are not in two organizations. */
const notCopied = new Set([
  'job_counts',
  'known_values',
  'unsettled_values',
  'users',
  'audit',
  'sessions',
  'retention',
])
/** Unique in the whole installation. */
const changedColumns: Readonly<Record<string, (value: SQLInputValue) => SQLInputValue>> = {
  number: (value) => Number(value) + 500_000,
  token_hash: (value) => `${value}b`,
  login: () => person.theirs,
  created_by: () => person.theirs,
  updated_by: () => person.theirs,
  assignee: () => person.theirs,
  owner: () => person.theirs,
}

type Rows = Record<string, Record<string, SQLInputValue>[]>

const tablesOf = (database: DatabaseSync) =>
  database
    .prepare(
      `select m.name from sqlite_master m join pragma_table_info(m.name) c
       where m.type = 'table' and c.name = 'organization' and m.name <> 'users'
       union select 'users'`,
    )
    .all()
    .map(({ name }) => String(name))

/** They are of the organization that their owner is of. */
const owned = {
  value_news: 'watch_id in (select id from value_watches where organization = ?)',
  mentions: 'comment_id in (select id from comments where organization = ?)',
}

function rowsOf(database: DatabaseSync, organization: string): Rows {
  const own = tablesOf(database).map((table) => [table, 'organization = ?'] as const)
  return Object.fromEntries(
    [...own, ...Object.entries(owned)].map(([table, condition]) => [
      table,
      database
        .prepare(`select * from "${table}" where ${condition}`)
        .all(organization) as Rows[string],
    ]),
  )
}

/** Gives beta a twin of all that alpha has; answers what of alpha has become what. */
function addTwins(database: DatabaseSync): Map<string, Foreign> {
  const foreign = new Map<string, Foreign>([
    ['alpha', organization],
    ...(['ada', 'alan', 'rita', 'nora'].map((login) => [login, person]) as [string, Foreign][]),
  ])
  const ofAlpha = Object.entries(rowsOf(database, 'alpha')).filter(
    ([table]) => !notCopied.has(table),
  )
  for (const [, rows] of ofAlpha)
    for (const row of rows)
      for (const column of ['id', 'name'])
        if (typeof row[column] === 'string') foreign.set(row[column], foreignTo(row[column]))
  for (const [table, rows] of ofAlpha)
    for (const row of rows) {
      const twin = Object.entries(row).map(([column, value]): [string, SQLInputValue] => {
        if (value === null) return [column, value]
        const change = changedColumns[column]
        if (change) return [column, change(value)]
        return [column, foreign.get(String(value))?.theirs ?? value]
      })
      const names = twin.map(([column]) => `"${column}"`).join(', ')
      database
        .prepare(`insert into "${table}" (${names}) values (${twin.map(() => '?').join(', ')})`)
        .run(...twin.map(([, value]) => value))
    }
  return foreign
}

interface Place {
  readonly at: string
  readonly foreign: Foreign
  put(id: string): Sample
}

/** Every text of a call that names an entity of alpha, and the ways to name another one. */
function placesIn(sample: Sample, foreign: ReadonlyMap<string, Foreign>): Place[] {
  const places: Place[] = []
  const walk = (value: unknown, at: string, put: (replaced: unknown) => Sample) => {
    if (typeof value === 'string')
      for (const part of value.split(',')) {
        const known = foreign.get(part)
        if (known)
          places.push({ at, foreign: known, put: (id) => put(value.replace(part, () => id)) })
      }
    else if (Array.isArray(value))
      value.forEach((item, index) => {
        walk(item, `${at}[${index}]`, (replaced) => put(value.with(index, replaced)))
      })
    else if (typeof value === 'object' && value !== null && !(value instanceof File))
      for (const [name, item] of Object.entries(value))
        walk(item, `${at}.${name}`, (replaced) => put({ ...value, [name]: replaced }))
  }
  const { params = {}, input = {} } = sample
  walk(params, 'params', (replaced) => ({ params: replaced as Record<string, string>, input }))
  walk(input, 'input', (replaced) => ({ params, input: replaced as Record<string, unknown> }))
  return places
}

const one =
  (kind: string) =>
  (ids: Ids): [Foreign, (id: string) => unknown][] => {
    const found = ids[kind]
    return found ? [[found, (id) => id]] : []
  }
const several =
  (kind: string) =>
  (ids: Ids): [Foreign, (id: string) => unknown][] => {
    const found = ids[kind]
    return found ? [[found, (id) => [id]]] : []
  }
type Ids = Readonly<Record<string, Foreign | undefined>>
const file: Foreign = { theirs: hashOf(fileOfBeta), nothing: hashOf('no file at all') }
const aFile = (): [Foreign, (id: string) => unknown][] => [
  [file, (hash) => ({ hash, name: 'n.txt', contentType: 'text/plain' })],
  [file, (id) => ({ id, name: 'n.txt', contentType: 'text/plain' })],
]

/** Attributes that name an entity, whether or not the sample of a call has them. */
const naming: Readonly<Record<string, (ids: Ids) => [Foreign, (id: string) => unknown][]>> = {
  alertIds: several('alerts'),
  analyzerId: one('workers'),
  artifactId: one('observables'),
  assignee: () => [[person, (id) => id]],
  attachment: aFile,
  caseId: one('cases'),
  caseIds: several('cases'),
  caseTemplate: one('case_templates'),
  hash: () => [[file, (id) => id]],
  id: one('cases'),
  ids: several('cases'),
  jobId: one('jobs'),
  jobIds: several('jobs'),
  keys: () => [],
  objectId: one('cases'),
  organisation: () => [[organization, (id) => id]],
  organisationName: () => [[organization, (id) => id]],
  organisations: () => [[organization, (id) => [id]]],
  organization: () => [[organization, (id) => id]],
  owner: () => [[person, (id) => id]],
  pageTemplateIds: several('page_templates'),
  resource: one('uploads'),
  responder: one('workers'),
  responderId: one('workers'),
  template: one('case_templates'),
  toOrganisation: () => [],
  user: () => [[person, (id) => id]],
  worker: one('workers'),
}

/** They name an entity of the catalog, of ATT&CK, of the operator, or a new one. */
const naturalNames = new Set([
  ...[
    'patternId',
    'clientId',
    'cortexId',
    'engineId',
    'workerDefinitionId',
    'login',
    'imphash',
    'key',
    'links',
  ],
  ...['passkey', 'jobs', 'clientId'],
])

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
}

function* namesIn(schema: Schema | undefined): Generator<string> {
  for (const [name, inner] of Object.entries(schema?.properties ?? {})) {
    yield name
    yield* namesIn(inner)
  }
  for (const inner of schema?.anyOf ?? []) yield* namesIn(inner)
  if (schema?.items) yield* namesIn(schema.items)
}

it('every attribute of the contract that names a thing is tried', () => {
  const names = new Set(Object.values(endpoints).flatMap(({ input }) => [...namesIn(input)]))
  const looksLikeId =
    /(?:Ids?|[Oo]rgani[sz]ations?)$|^(?:ids?|keys?|hash|links|owner|assignee|user|login|worker|resource|template|attachment|jobs|passkey)$|Template$|hash$/
  const forgotten = [...names].filter(
    (name) => looksLikeId.test(name) && !(name in naming) && !naturalNames.has(name),
  )

  expect(forgotten).toEqual([])
})

async function bodyOf(input: Record<string, unknown>) {
  const files = Object.entries(input).map(([key, value]) => [key, [value].flat()[0]] as const)
  const [name, sent] = files.find(([, value]) => value instanceof File) ?? []
  if (name === undefined || !(sent instanceof File)) return { payload: input }
  return multipart({ name, filename: sent.name, value: Buffer.from(await sent.arrayBuffer()) })
}

async function answer(app: TestApp, call: string, { params = {}, input = {} }: Sample) {
  const endpoint = endpoints[call] as AnyEndpoint
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(endpoint.method)
  const isStream = endpoint.answer === 'events'
  const response = await app.inject({
    // Watches, mentions and notices are of one person, and those of the sample are the analyst's.
    as: /Watch|Mention|Notice/.test(call) ? 'analyze' : 'orgadmin',
    method: endpoint.method,
    url: hasBody ? path : `${path}?${urlEncoded(input)}`,
    payloadAsStream: isStream,
    ...(hasBody ? await bodyOf(input) : {}),
  })
  if (isStream) response.stream().destroy()
  return `${response.statusCode} ${isStream ? '' : response.body}`
}

/** Without what is new in each answer. */
const without = (text: string, id: string) =>
  text
    .replaceAll(id, 'THING')
    .replaceAll(encodeURIComponent(id), 'THING')
    .replace(/~\d+/g, '~')
    .replace(/[\w-]{16,}/g, '*')
    .replace(/(?<=.)\d{3,}/g, '#')

const isReading = (call: string) => {
  const { method, path, answer: kind } = endpoints[call] as AnyEndpoint
  return (
    kind !== 'events' &&
    (method === 'GET' ||
      /\/(_search|_stats|query|value|relations|_verdicts|_list|_count|_timeline)$/.test(path))
  )
}

/** Calls whose sample of the permission table names less than they take. */
const furtherSamples: Readonly<Record<string, Sample>> = {
  'readWatchNews one': { input: { ids: ['worse'] } },
  'readMentions one': { input: { ids: ['called'] } },
  'readNotices one': { input: { ids: ['told'] } },
  'createInvestigation of jobs': { input: { name: 'New', jobIds: ['asked'] } },
  'addToInvestigation jobs': { params: { id: 'wave' }, input: { jobIds: ['asked'] } },
  'updateInvestigation cases': { params: { id: 'wave' }, input: { caseIds: ['~1001'] } },
  'investigationValuesAsStix one': {
    params: { id: 'wave' },
    input: { keys: [valueKey({ dataType: 'domain', data: 'a.test' })] },
  },
  'investigationValuesAsMisp one': {
    params: { id: 'wave' },
    input: { keys: [valueKey({ dataType: 'domain', data: 'a.test' })] },
  },
  'markValues in a case': {
    input: {
      values: [{ dataType: 'domain', data: 'a.test' }],
      level: 'malicious',
      cause: 'confirmed',
      reason: 'seen in the logs',
      expiresAt: Date.now() + 86_400_000,
      caseId: '~1001',
    },
  },
  'updateWatch own': { params: { id: 'watched' }, input: { every: 'week' } },
  'listInvestigations of a case': { input: { caseId: '~1001' } },
  'listInvestigations of a value': { input: { dataType: 'domain', data: 'a.test' } },
}

/** They say what the installation has, what the moment is, or are recorded in the audit trail. */
const ofInstallation = /^(?:health|status|metrics|readFeed|getZippedFile|exportCase|getCaseReport)$/

describe.each(worlds)('sqlite: calls of $of', ({ make, samples }) => {
  const shared = sharedByTests(async () => {
    const opened = Promise.withResolvers<TestDatabase>()
    const app = await make(async () => {
      const database = await sqlite.open()
      opened.resolve(database)
      return database
    })
    const saved = await opened.promise
    if (make === makePlatformOfAlpha) await addAnswers(app)
    const further = make === makePlatformOfAlpha ? Object.entries(furtherSamples) : []
    const rows = [
      ...Object.entries(samples).map(([title, sample]) => [title, sample('ada')] as const),
      ...further,
    ]
      .map(([title, sample]) => ({ title, call: title.split(' ')[0] ?? '', sample }))
      // A caller who signs in has no organization yet; failures are recorded in that of the login.
      .filter(({ call }) => endpoints[call]?.roles !== 'public')
    const reading = rows.filter(({ call }) => isReading(call) && !ofInstallation.test(call))
    // Or the engine would load it meanwhile, and its twin of beta.
    await app.deps.db
      .updateTable('threat_feeds')
      .set({ next_at: Number.MAX_SAFE_INTEGER })
      .execute()
    const before: Record<string, string> = {}
    for (const { title, call, sample } of reading) before[title] = await answer(app, call, sample)
    const database = new DatabaseSync(saved.file ?? '', {
      enableForeignKeyConstraints: false,
      timeout: patienceMs,
    })
    atEnd(() => database.close())
    const staged = await app.deps.blobs.stage(Readable.from([Buffer.from(fileOfBeta)]))
    await staged.keep()
    const foreign = addTwins(database)
    return { app, database, saved, rows, reading, before, foreign, putBack: await saveRows(saved) }
  })

  it('that look answer the same whether or not another organization has such things', async () => {
    const { app, reading, before } = await shared()
    const after: Record<string, string> = {}

    for (const { title, call, sample } of reading) after[title] = await answer(app, call, sample)

    expect(after).toEqual(before)
  })

  it('answer for a thing of another organization as for none, and change nothing there', async () => {
    const { app, database, rows, foreign, putBack } = await shared()
    const theirs = () => JSON.stringify(rowsOf(database, 'beta'))
    const version = () => JSON.stringify(database.prepare('pragma data_version').get())
    const untouched = theirs()
    const ids: Ids = Object.fromEntries(
      Object.entries(rowsOf(database, 'alpha')).map(([table, [first]]) => [
        table,
        foreign.get(String(first?.id)) ?? foreign.get(String(first?.name)),
      ]),
    )
    const wrong: string[] = []
    let tried = 0
    for (const { title, call, sample } of rows) {
      const { properties } = (endpoints[call] as AnyEndpoint).input
      const added = Object.entries(naming)
        .filter(([name]) => Object.hasOwn(properties, name) && sample.input?.[name] === undefined)
        .flatMap(([name, ways]) =>
          ways(ids).map(
            ([known, named]): Place => ({
              at: `input.${name}`,
              foreign: known,
              put: (id) => ({ ...sample, input: { ...sample.input, [name]: named(id) } }),
            }),
          ),
        )
      for (const { at, foreign: ids, put } of [...placesIn(sample, foreign), ...added]) {
        const answers: string[] = []
        tried += 1
        for (const id of [ids.theirs, ids.nothing]) {
          const seen = version()
          answers.push(without(await answer(app, call, put(id)), id))
          if (version() === seen) continue
          // Pending writes end first: the writer is in this process.
          await app.deps.db.transaction().execute(async () => undefined)
          if (theirs() !== untouched) wrong.push(`${title}: ${at} changed another organization`)
          await putBack()
        }
        const [named, none] = answers
        if (named !== none) wrong.push(`${title}: ${at}\n  theirs ${named}\n  none   ${none}`)
      }
    }

    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(rows.length / 2)
  })
})
