import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type AnyEndpoint, contract } from '@assay/contract'
import { describe, expect, it, vi } from 'vitest'
import { startPlatform } from '../../src/platform/platform.ts'
import { budgetRow } from '../budgets/rows.ts'
import { databases, oneDatabase, sqlite, type TestDatabases } from '../databases.ts'
import { type EngineApp, makeEngineApp, programs } from '../engine/setup.ts'
import { json, multipart } from '../forms.ts'
import { sharedByTests } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { archiveOf } from '../platform/archives.ts'
import type { EndpointName, Sample, Shown } from './attributes.samples.ts'
import type { Subject } from './attributes.subjects.ts'
import { elsewhere, passedOver, passedOverOf, subjects } from './attributes.table.ts'

// Nothing that a call takes is accepted and then ignored: what is sent shows when the entity is
// read again, or the answer is a refusal that names the attribute.

const endpoints = Object.entries(contract) as unknown as [EndpointName, AnyEndpoint][]
const namesOf = (endpoint: AnyEndpoint): string[] => [
  ...Object.keys(endpoint.input.properties),
  ...Object.keys(endpoint.input.patternProperties ?? {}).map(() => 'customFields.hours'),
]
/** Whose list of ids says what is changed, not the result. */
const isAttribute = (name: string) => name !== 'ids'

const changing = endpoints.filter(
  ([, { method, answer, path }]) =>
    (method === 'PATCH' || method === 'POST') &&
    answer !== 'list' &&
    !/\/_(search|stats)$/.test(path),
)

describe('the table of attributes', () => {
  it.each(changing)('knows all of %s', (name, endpoint) => {
    const attributes = namesOf(endpoint).filter(isAttribute)
    if (attributes.length === 0 || elsewhere[name] !== undefined) return
    const samples = subjects[name]?.samples
    expect(samples, `${name} is in no list of attributes.table.ts`).toBeDefined()
    expect(attributes.filter((attribute) => samples?.[attribute] === undefined)).toEqual([])
  })
})

const namesIn = ({ properties = {} }: { properties?: object }) => Object.keys(properties)

const isPassedOver = ({ resource }: AnyEndpoint, name: string) =>
  Object.hasOwn({ ...passedOver, ...passedOverOf[resource] }, name)

async function makeWorld(open: TestDatabases['open']) {
  const app = await makeEngineApp(open, [programs.echo, programs.responder], {
    startPlatform,
    environment: {
      ASSAY_JOB_RUNNERS: 'builtin,process',
      ASSAY_DOCKER_IMAGES: 'example/*',
      ASSAY_JOB_POOLS: 'gpu',
    },
  })
  await app.as('analyze').createCase({ title: 'The first', description: 'd' })
  await app.as('orgadmin').createCustomField({ name: 'hours', type: 'integer' })
  await app.as('orgadmin').createCaseTemplate({ name: 'Tall', titlePrefix: 'TALL' })
  await app.deps.db.insertInto('budgets').values(budgetRow('a-budget')).execute()
  await addNewer(app, app.catalogue.analyzers, 'Echo')
  await addNewer(app, app.catalogue.responders, 'Block')
  return app
}

/** A second version next to the first, which a worker can switch to. */
async function addNewer(app: EngineApp, folder: string, program: string) {
  const client = app.as('orgadmin')
  const definition = JSON.parse(await readFile(join(folder, program, `${program}.json`), 'utf8'))
  const newer = JSON.stringify({ ...definition, version: '2.0' })
  await writeFile(join(folder, program, 'newer.json'), newer)
  await client.scanAnalyzerDefinitions()
  await vi.waitFor(async () => {
    const { rows: analyzers } = await client.listAnalyzerDefinitions()
    const { rows: responders } = await client.listResponderDefinitions()
    const ids = [...analyzers, ...responders].map(({ id }) => id)
    expect(ids).toContain(`${program}_2_0`)
  }, patienceMs)
}

/** Placeholders for files in the table, as parts of a multi-part body. */
async function bodyOf(input: Shown) {
  const contents: Record<string, { value: string | Buffer; filename: string }> = {
    FILE: { value: 'sent', filename: 'sent.txt' },
    ARCHIVE: {
      value: Buffer.from(await archiveOf({ 'inside.txt': 'inside' }, { password: 'word' })),
      filename: 'all.zip',
    },
  }
  const name = 'attachments' in input ? 'attachments' : 'attachment'
  const file = contents[String(input[name])]
  if (file === undefined) return json(input)
  const { [name]: _, ...rest } = input
  const type = 'application/octet-stream'
  return multipart({ name: '_json', value: JSON.stringify(rest) }, { name, type, ...file })
}

async function attempt(
  app: EngineApp,
  endpoint: AnyEndpoint,
  { person = 'analyze', read, least }: Subject,
  params: Record<string, string>,
  input: Shown,
) {
  const url = endpoint.path.replace(/:(\w+)/g, (_: string, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const isBulk = Object.hasOwn(endpoint.input.properties, 'ids')
  const body = { ...least?.(params), ...(isBulk ? { ids: [params.id] } : {}), ...input }
  const response = await app.inject({
    as: person,
    method: endpoint.method,
    url,
    ...(await bodyOf(body)),
  })
  const { statusCode: status } = response
  if (status >= 400) return { status, message: response.body, thing: {} }
  const answer = response.body === '' ? {} : response.json()
  return { status, message: response.body, thing: await read(app, params, answer) }
}

const covered = changing.filter(([name]) => subjects[name] !== undefined)
/** Version 1 spells what version 0 stores: PostgreSQL is shown one of the two. */
const isOtherSpelling = ([name]: (typeof covered)[number]) =>
  name.endsWith('V1') && covered.some(([other]) => `${other}V1` === name)
const hasFixed = ([, { fixedAttributes, readOnlyAttributes }]: (typeof covered)[number]) =>
  readOnlyAttributes.length > 0 || Object.keys(fixedAttributes).length > 0

describe.each(databases)(
  '$name: what is sent is obeyed or refused by',
  ({ name: database, open }) => {
    const world = sharedByTests(() => makeWorld(open))
    const here = covered.filter((one) => database === 'sqlite' || !isOtherSpelling(one))

    it.each(here)('%s', async (name, endpoint) => {
      const app = await world()
      const subject = subjects[name] as Subject
      for (const attribute of namesOf(endpoint).filter(isAttribute)) {
        const { shows, beside, ...sample } = subject.samples[attribute] as Sample
        const send = typeof sample.send === 'function' ? sample.send() : sample.send
        const params = await subject.make(app)
        const { status, message, thing } = await attempt(app, endpoint, subject, params, {
          ...beside,
          [attribute]: send,
        })
        // A conflict would be one with another test: they share the server.
        const isRefused = [400, 403].includes(status) && message.includes(attribute)
        const isObeyed = status < 300 && shows(thing, send)
        expect
          .soft(isRefused || isObeyed, `${attribute}: ${status} ${message.slice(0, 300)}`)
          .toBe(true)
      }
    })
  },
)

// Decided before any database query.
describe.each(oneDatabase)('$name: what cannot be changed is refused by', ({ open }) => {
  const world = sharedByTests(() => makeWorld(open))

  it.each(covered.filter(hasFixed))('%s', async (name, endpoint) => {
    const app = await world()
    const subject = subjects[name] as Subject
    const params = await subject.make(app)
    const refusal = async (attribute: string) => {
      const input = { [attribute]: 'something else' }
      const { status, message } = await attempt(app, endpoint, subject, params, input)
      return [status, message]
    }
    for (const attribute of Object.keys(endpoint.fixedAttributes))
      expect
        .soft(await refusal(attribute), attribute)
        .toEqual([400, expect.stringContaining(`Attribute ${attribute} is read-only: `)])
    for (const attribute of endpoint.readOnlyAttributes)
      expect
        .soft(await refusal(attribute), attribute)
        .toEqual([400, expect.stringContaining(`Attribute ${attribute} is read-only`)])
  })
})

describe('a script that reads an object, changes one attribute and sends it back', () => {
  const world = sharedByTests(() => makeWorld(sqlite.open))
  const patched = changing.filter(
    ([name, { method }]) => method === 'PATCH' && subjects[name] !== undefined,
  )

  it.each(patched)(
    'is obeyed by %s; what is unknown, or fixed and different, is refused',
    async (name, endpoint) => {
      const app = await world()
      const { person = 'analyze', make, read, least } = subjects[name] as Subject
      const params = await make(app)
      const pathOf = (path: string) =>
        path.replace(/:(\w+)/g, (_: string, key: string) => encodeURIComponent(params[key] ?? ''))
      const isBulk = Object.hasOwn(endpoint.input.properties, 'ids')
      const twin = endpoint.path.replace(/_bulk$/, ':id')
      const hasTwin = endpoints.some(
        ([, one]) => one.method === 'GET' && one.path === twin && one.answer === 'json',
      )
      const before: Shown = hasTwin
        ? (await app.inject({ as: person, url: pathOf(twin) })).json()
        : await read(app, params, {})
      const send = async (input: Shown) => {
        const ids = isBulk ? { ids: [params.id] } : {}
        const payload = { ...ids, ...input }
        const answer = await app.inject({
          as: person,
          method: 'PATCH',
          url: pathOf(endpoint.path),
          payload,
        })
        return [answer.statusCode, answer.body] as const
      }
      const required: string[] = endpoint.input.required ?? []
      const needed = {
        ...least?.(params),
        ...Object.fromEntries(
          required.filter((one) => one !== 'ids').map((one) => [one, before[one]]),
        ),
      }
      // Where only the answer to a change shows the object in this version, that is what scripts have.
      const isAnswered = !hasTwin && endpoint.answer === 'json'
      const present: Shown = isAnswered ? JSON.parse((await send(needed))[1]) : before
      const shown = hasTwin ? Object.keys(present) : namesIn(endpoint.changes ?? endpoint.output)
      const fixed = Object.keys(present).filter(
        (one) => shown.includes(one) && !namesOf(endpoint).includes(one),
      )
      const kept = Object.fromEntries(fixed.map((one) => [one, present[one]]))

      const [whole, why] = await send({ ...needed, ...kept })
      expect.soft([whole < 300, why.slice(0, 300)], 'unchanged').toEqual([true, expect.anything()])
      const [unknown, what] = await send({ ...needed, nonsense: 1 })
      expect
        .soft([unknown, what], 'nonsense')
        .toEqual([400, expect.stringContaining('Unknown attribute nonsense')])
      for (const attribute of fixed.filter((one) => !isPassedOver(endpoint, one))) {
        const [status, message] = await send({ ...needed, [attribute]: 'something else' })
        expect
          .soft([status, message], attribute)
          .toEqual([400, expect.stringContaining(`Attribute ${attribute} is read-only`)])
      }
    },
  )
})
