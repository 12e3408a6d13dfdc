import { type AnyEndpoint, contract } from '@assay/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { passedOver, passedOverOf } from '../api/attributes.table.ts'
import { atTheEnd, startTarget, type Target } from './target.ts'
import { enabled, givenTwoOrganizations, givenUser } from './work.ts'

type Values = Record<string, unknown>
interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
}

const endpoints: [string, AnyEndpoint][] = Object.entries(contract)
const changing = endpoints.filter(([, { method }]) => method === 'PATCH')
const readerOf = ({ path }: AnyEndpoint) =>
  endpoints.find(([, other]) => other.method === 'GET' && other.path === path)?.[1]
/** One object is changed and can be read at the same address. */
const single = changing.filter(
  ([, endpoint]) => readerOf(endpoint)?.answer === 'json' && !/config\/:/.test(endpoint.path),
)
const many = changing.filter(([, { path }]) => path.endsWith('/_bulk'))

/** What follows from other attributes: clients send it back with the rest. */
const derived = ['_routing', '_parent', 'lastSyncDate', 'startDate', 'endDate']
const resourceOf = ({ path, resource }: AnyEndpoint) => (/\/log\//.test(path) ? 'log' : resource)
const mayBeIgnored = (endpoint: AnyEndpoint, name: string) =>
  derived.includes(name) ||
  Object.hasOwn({ ...passedOver, ...passedOverOf[resourceOf(endpoint)] }, name)

describe('no attribute is accepted and ignored', () => {
  const cleanup = atTheEnd()
  let target: Target
  const ids: Record<string, string> = {}

  beforeAll(async () => {
    target = await startTarget({ cleanup })
    await givenTwoOrganizations(target)
    await givenUser(target, 'changed', 'alpha', ['read'])
    const post = async (path: string, json: unknown) =>
      [(await target.must(201, 'POST', path, { as: 'ada', json })).json].flat()[0]._id as string
    ids.case = await post('/api/case', { title: 't', description: 'd' })
    ids.alert = await post('/api/alert', {
      title: 't',
      description: 'd',
      type: 't',
      source: 's',
      sourceRef: 'r',
    })
    ids.task = await post(`/api/case/${ids.case}/task`, { title: 't', description: 'd' })
    ids.log = await post(`/api/case/task/${ids.task}/log`, { message: 'm' })
    ids.artifact = await post(`/api/case/${ids.case}/artifact`, {
      dataType: 'ip',
      data: '192.0.2.1',
      message: 'm',
    })
    ids.customField = await post('/api/customField', {
      name: 'field',
      reference: 'field',
      type: 'string',
      description: 'd',
    })
    ids.template = await post('/api/case/template', {
      name: 'template',
      titlePrefix: 'p',
      description: 'd',
      tlp: 1,
    })
    ids.webhook = await post('/api/webhook', {
      name: 'hook',
      url: 'https://example.org/',
      enabled: false,
    })
    ids.comment = await post(`/api/v1/case/${ids.case}/comment`, { message: 'm' })
    ids.procedure = await post(`/api/v1/case/${ids.case}/procedure`, {
      patternId: 'T1053',
      tactic: 'execution',
      description: 'd',
    })
    ids.customEvent = await post(`/api/v1/case/${ids.case}/customEvent`, {
      date: 1_000,
      title: 't',
      description: 'd',
    })
    const wave = { as: 'ada', json: { name: 'wave' } }
    ids.investigation = (await target.must(201, 'POST', '/api/investigation', wave)).json.id
    const calls = { as: 'ada', json: { name: 'calls', windows: [{ count: 4, per: 'minute' }] } }
    ids.budget = (await target.must(201, 'POST', '/api/budget', calls)).json.id
    const mailbox = { name: 'abuse', host: '127.0.0.1', user: 'u', secret: 'p', enabled: false }
    const made = { as: 'ada', json: mailbox }
    ids.mailbox = (await target.must(201, 'POST', '/api/mailbox', made)).json.id
    const soc = { name: 'soc', form: 'slack', url: 'https://chat.example/', enabled: false }
    ids.channel = (await target.must(201, 'POST', '/api/channel', { as: 'ada', json: soc })).json.id
    const set = { as: 'ada', json: { name: 'Links', analyzers: ['Echo'] } }
    ids['analyzer set'] = (await target.must(201, 'POST', '/api/analyzerSet', set)).json.id
    const hour = { as: 'ada', json: { kind: 'resolve', minutes: 60 } }
    ids['clock policy'] = (await target.must(201, 'POST', '/api/clock/policy', hour)).json.id
    const tagging = { name: 'Tagging', runAs: 'ada', on: 'alert.created' }
    const rule = { as: 'ada', json: { ...tagging, do: [{ tag: { tags: ['t'] } }] } }
    ids.rule = (await target.must(201, 'POST', '/api/rule', rule)).json.id
    ids.settings = 'of the caller'
    ids.texts = 'of the organization'
    ids.page = await post('/api/page', { title: 't', content: 'c' })
    ids.dashboard = await post('/api/dashboard', { title: 't', definition: '{}' })
    await post('/api/case', { title: 't', description: 'd', tags: ['tagged'] })
    ids.tag = (await target.must(200, 'GET', '/api/v1/tag/tagged', { as: 'ada' })).json._id
    ids.pageTemplate = await post('/api/v1/pageTemplate', { title: 't', content: 'c' })
    ids.caseStatus = await post('/api/v1/caseStatus', { value: 'Pending', stage: 'New' })
    ids.alertStatus = await post('/api/v1/alertStatus', { value: 'Pending', stage: 'New' })
    ids.analyzer = await enabled(target, 'ada', 'Assay_Domain_1_0')
    ids.responder = await enabled(
      target,
      'ada',
      'Assay_Tag_1_0',
      { tags: ['t'] },
      { type: 'responder' },
    )
    ids.user = 'changed'
    ids.organization = 'beta'
    const other = { name: 'changed', description: 'd' }
    await target.must(201, 'POST', '/api/organisation', { as: 'root', json: other })
    ids.organisation = 'changed'
    ids.profile = 'analyst'
  })

  /** The last word of the path before the id says what it is. */
  const words: Record<string, string> = {
    caseTemplate: 'template',
    observable: 'artifact',
    retention: 'organization',
  }
  const idFor = ({ path }: AnyEndpoint) => {
    const word = path.split('/').findLast((part) => !part.startsWith(':') && part !== '_bulk') ?? ''
    return ids[words[word] ?? word] ?? ''
  }
  const callerOf = ({ path }: AnyEndpoint) =>
    /\/(organi[sz]ation|profile)\//.test(path) ? 'root' : 'ada'

  const read = async (endpoint: AnyEndpoint, id: string): Promise<Values> => {
    const path = endpoint.path.replace(/:\w+/, encodeURIComponent(id))
    return (await target.must(200, 'GET', path, { as: callerOf(endpoint) })).json
  }

  /** Another value of the same kind as the one that is there, or that the contract names. */
  function otherThan(value: unknown, schema: Schema | undefined): unknown {
    const choices = [schema, ...(schema?.anyOf ?? [])].flatMap((one) => one?.enum ?? [])
    const choice = choices.find(
      (one) => one !== value && !['Locked', 'Duplicated', 'Ok'].includes(String(one)),
    )
    if (choice !== undefined) return choice
    const kind = value === undefined || value === null ? schema?.type : typeof value
    if (typeof value === 'number' || kind === 'integer')
      return typeof value === 'number' ? (value > 1 ? value - 1 : value + 1) : 1
    if (kind === 'boolean') return value !== true
    if (Array.isArray(value))
      return value.every((entry) => typeof entry === 'string') ? ['other'] : undefined
    if (kind === 'string')
      return typeof value === 'string' && value.includes('://') ? `${value}other` : 'other'
    return undefined
  }

  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const without = (endpoint: AnyEndpoint, object: Values) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !mayBeIgnored(endpoint, name)))

  /** Sends every attribute that the object shows, one by one; answers those that came to nothing. */
  async function ignored(
    endpoint: AnyEndpoint,
    reader: AnyEndpoint,
    wrap: (change: Values) => Values,
  ) {
    const found: string[] = []
    const id = idFor(endpoint)
    const shown: Record<string, Schema> = reader.output.properties
    const isUnchanged = (before: Values, after: Values) =>
      same(without(endpoint, before), without(endpoint, after))
    for (const name of Object.keys(shown)) {
      if (mayBeIgnored(endpoint, name) || name === 'preferences') continue
      const before = await read(reader, id)
      const value = otherThan(before[name], endpoint.input.properties[name] ?? shown[name])
      if (value === undefined || same(value, before[name])) continue
      const path = endpoint.path.replace(/:\w+/, encodeURIComponent(id))
      const answer = await target.call('PATCH', path, {
        as: callerOf(endpoint),
        json: wrap({ [name]: value }),
      })
      const after = await read(reader, id)
      const sent = `${name}: ${JSON.stringify(before[name])} → ${JSON.stringify(value)}, answered ${answer.status}`
      if (answer.status >= 500) found.push(`${sent} ${answer.text}`)
      else if (answer.status >= 400) {
        if (!isUnchanged(before, after)) found.push(`${sent}, and changed something`)
        if ((answer.json?.message ?? '').length < 10) found.push(`${sent} without a reason`)
      } else if (isUnchanged(before, after)) found.push(`${sent}, and changed nothing`)
      else if (name in after && !same(after[name], value) && same(after[name], before[name]))
        found.push(`${sent}, and changed something else`)
    }
    return found
  }

  it('has an object for every call that changes one', () => {
    const missing = [...single, ...many].filter(([, endpoint]) => idFor(endpoint) === '')
    expect(missing.map(([name]) => name)).toEqual([])
    expect(single.length).toBeGreaterThan(15)
  })

  it.each(single)('by %s', async (_, endpoint) => {
    const reader = readerOf(endpoint) as AnyEndpoint
    expect(await ignored(endpoint, reader, (change) => change)).toEqual([])
  })

  it.each(many)('by %s', async (_, endpoint) => {
    const path = endpoint.path.replace('/_bulk', '/:id')
    const reader = endpoints.find(([, other]) => other.method === 'GET' && other.path === path)?.[1]
    expect(reader).toBeDefined()
    const wrap = (change: Values) => ({ ids: [idFor(endpoint)], ...change })
    expect(await ignored(endpoint, reader as AnyEndpoint, wrap)).toEqual([])
  })

  it('names the data type of an observable and the type of a field', async () => {
    const attempts = [
      [`/api/case/artifact/${ids.artifact}`, { dataType: 'domain' }, 'dataType'],
      [`/api/v1/observable/${ids.artifact}`, { dataType: 'domain' }, 'dataType'],
      [`/api/customField/${ids.customField}`, { type: 'integer' }, 'type'],
      [`/api/v1/customField/${ids.customField}`, { type: 'integer' }, 'type'],
    ] as const
    for (const [path, json, name] of attempts) {
      const answer = await target.call('PATCH', path, { as: 'ada', json })
      const after = await target.must(200, 'GET', path, { as: 'ada' })
      const isApplied = after.json[name] === Object.values(json)[0]
      if (answer.status < 300) expect(isApplied, path).toBe(true)
      else expect([answer.status, answer.text.includes(name)]).toEqual([400, true])
    }
  })
})
