import { describe, expect, it } from 'vitest'
import { type Entity, entities, labels } from '../../src/domain/response/query-entities.ts'
import { links } from '../../src/domain/response/query-steps.ts'
import { refusalOf } from '../api/refusal.ts'
import { oneDatabase } from '../databases.ts'
import { makePlatformApp } from './setup.ts'
import { sha256 } from './shared-case.ts'

type World = Awaited<ReturnType<typeof makeMergeWorld>>
type Alert = { id: string; marks: string[] }

/** A case of alpha with one observable that beta is shown, and what beta is shown of it otherwise. */
async function makeMergeWorld(open: (typeof oneDatabase)[number]['open'], rule: 'all' | 'manual') {
  const app = await makePlatformApp(open)
  const [owner, guest] = [app.as('analyze'), app.as('stranger')]
  const root = app.as('root')
  await root.linkOrganisation({ id: 'alpha', other: 'beta' })
  await app.as('orgadmin').createCustomField({ name: 'unit', type: 'string' })
  const { _id: id } = await owner.createCaseV1({ title: 'Shared', description: 'As it was' })
  const known = [
    await owner.createCaseObservableV1({ id }, { dataType: 'domain', data: 'known.example' }),
  ].flat()[0] as { _id: string }
  const observables = rule === 'all' ? 'all' : 'none'
  const form = { organisationName: 'beta', profile: 'analyst', tasks: 'all', observables } as const
  await owner.shareCase({ id }, { shares: [form] })
  if (rule === 'manual') await owner.shareObservable({ id: known._id }, { organisations: ['beta'] })
  return { app, owner, guest, id }
}

/** Everything that an alert can say is a distinct word. */
async function raise({ owner }: World, name: string): Promise<Alert> {
  const words = new Set<string>()
  const word = (what: string) => {
    // Names of files and hosts are not always shown with capital letters.
    const made = `${what}-of-${name}`.toLowerCase()
    words.add(made)
    return made
  }
  const { _id: id } = await owner.createAlertV1({
    type: word('type'),
    source: word('source'),
    sourceRef: word('reference'),
    title: word('title'),
    description: word('description'),
    externalLink: `https://${word('link')}.example/`,
    tags: [word('label')],
    customFields: { unit: { string: word('field') } },
    observables: [
      {
        dataType: 'domain',
        data: `${word('new')}.example`,
        tags: [word('new-tag')],
        message: word('new-message'),
      },
      { dataType: 'domain', data: 'known.example', tags: [word('known-tag')] },
    ],
  } as never)
  await owner.createAlertObservableV1({ id }, {
    dataType: 'file',
    attachment: new File([word('content')], `${word('file')}.bin`),
  } as never)
  await owner.createAlertComment({ id }, { message: word('comment') })
  await owner.addAlertAttachments(
    { id },
    { attachments: [new File([word('bytes')], `${word('attachment')}.txt`)] },
  )
  await owner.createAlertProcedure({ id }, { patternId: 'T1566', description: word('procedure') })
  return { id, marks: [...words] }
}

/** Every way to get an alert into a case that is there. */
const ways: Record<string, (world: World, alerts: readonly Alert[]) => Promise<unknown>> = {
  mergeAlert: ({ owner, id: caseId }, alerts) =>
    inTurn(alerts, ({ id }) => owner.mergeAlert({ id, caseId })),
  mergeAlertV1: ({ owner, id: caseId }, alerts) =>
    inTurn(alerts, ({ id }) => owner.mergeAlertV1({ id, caseId })),
  importAlertV1: ({ app, id: caseId }, alerts) =>
    inTurn(alerts, async ({ id }) => {
      const url = `/api/v1/alert/${id}/import/${caseId}`
      const { statusCode } = await app.inject({ as: 'analyze', method: 'POST', url })
      expect(statusCode).toBe(200)
    }),
  mergeAlerts: ({ owner, id: caseId }, alerts) =>
    owner.mergeAlerts({ caseId, alertIds: alerts.map(({ id }) => id) }),
  mergeAlertsV1: ({ owner, id: caseId }, alerts) =>
    owner.mergeAlertsV1({ caseId, alertIds: alerts.map(({ id }) => id) }),
}

async function inTurn<T>(all: readonly T[], work: (one: T) => Promise<unknown>) {
  for (const one of all) await work(one)
}

/**
 * All that beta can query without knowing an id, and all that it can query about the case and its parts.
 */
async function crawl({ app, id }: World): Promise<string> {
  const answers: string[] = []
  const get = async (url: string) => {
    const { body } = await app.inject({ as: 'stranger', url })
    answers.push(body)
    return body
  }
  const ask = async (url: string, payload: object) => {
    const { body } = await app.inject({ as: 'stranger', method: 'POST', url, payload })
    answers.push(body)
    return body
  }
  const extraData = ['taskStats', 'observableStats', 'alerts', 'caseNumber', 'case', 'total']
  const page = { _name: 'page', from: 0, to: 50, extraData }
  for (const version of ['v0', 'v1'])
    for (const entity of entities) {
      const steps = [[], ...Object.keys(links[entity as Entity]).map((_name) => [{ _name }])]
      for (const more of steps) {
        await ask(`/api/${version}/query`, {
          query: [{ _name: `list${labels[entity as Entity]}` }, ...more, page],
        })
        if (entity === 'case')
          await ask(`/api/${version}/query`, {
            query: [{ _name: 'getCase', idOrName: id }, ...more, page],
          })
      }
    }
  for (const kind of ['case', 'alert', 'case/task', 'case/artifact', 'case/task/log', 'audit']) {
    await ask(`/api/${kind}/_search`, { query: {}, range: 'all', nstats: true, nparent: 2 })
    for (const field of ['tags', 'source', 'type', 'title', 'data', 'message'])
      await ask(`/api/${kind}/_stats`, {
        query: {},
        stats: [{ _agg: 'field', _field: field, _select: [{ _agg: 'count' }] }],
      })
  }
  const things = JSON.parse(
    await ask('/api/v1/query', {
      query: [{ _name: 'getCase', idOrName: id }, { _name: 'observables' }, page],
    }),
  ) as { _id: string }[]
  for (const one of things) {
    for (const url of ['case/artifact', 'v1/observable', 'observable'])
      await get(`/api/${url}/${one._id}`)
    await get(`/api/case/artifact/${one._id}/similar`)
  }
  for (const rest of ['', '?nstats=true', '/links', '/tasks'])
    for (const version of ['', 'v1/']) await get(`/api/${version}case/${id}${rest}`)
  for (const rest of ['timeline', 'export?password=p', 'shares', 'misp', 'stix', 'comments'])
    for (const version of ['', 'v1/']) await get(`/api/${version}case/${id}/${rest}`)
  for (const url of ['/api/tag', '/api/v1/tag', '/api/stream', '/api/audit'])
    await get(`${url}?range=all`)
  await get(`/api/flow?rootId=${id}&count=100`)
  return answers.join('\n')
}

describe.each(oneDatabase)('$name: an alert that is merged into a shared case', ({ open }) => {
  it('by any call shows guests nothing of itself where observables are shared one by one', async () => {
    const world = await makeMergeWorld(open, 'manual')
    const marks: string[] = []
    for (const [name, merge] of Object.entries(ways)) {
      const alerts = [await raise(world, `${name}-1`), await raise(world, `${name}-2`)]
      await merge(world, alerts)
      marks.push(...alerts.flatMap((alert) => alert.marks))
    }

    const read = await crawl(world)

    expect(read).toContain('known.example')
    expect(marks.filter((mark) => read.includes(mark))).toEqual([])
    for (const file of marks.filter((mark) => /^(content|bytes)-/.test(mark))) {
      const url = `/api/datastore/${sha256(file)}`
      expect((await world.app.inject({ as: 'stranger', url })).statusCode).toBe(404)
    }
  })

  it('by any call shows guests its observables where they were promised all, and nothing else', async () => {
    const world = await makeMergeWorld(open, 'all')
    const alertIds: string[] = []
    const marks: string[] = []
    for (const [name, merge] of Object.entries(ways)) {
      const alerts = [await raise(world, `${name}-1`), await raise(world, `${name}-2`)]
      alertIds.push(...alerts.map(({ id }) => id))
      await merge(world, alerts)
      marks.push(...alerts.flatMap((alert) => alert.marks))
    }

    const read = await crawl(world)

    const shown = marks.filter((mark) => read.includes(mark))
    const kinds = [...new Set(shown.map((mark) => mark.replace(/-of-.*$/, '')))]
    expect(kinds.sort()).toEqual(['file', 'known-tag', 'new', 'new-message', 'new-tag'])
    expect(shown).toHaveLength(kinds.length * alertIds.length)
    const seen = await world.guest.queryV1({
      query: [{ _name: 'getCase', idOrName: world.id }, { _name: 'observables' }],
    })
    // All of them have known.example.
    const observables = 2 * alertIds.length + 1
    expect(seen).toHaveLength(observables)
    expect(await world.owner.previewAlertMerge({ caseId: world.id, alertIds })).toEqual({
      observables,
      addsText: false,
      guests: [{ organisationName: 'beta', profileName: 'analyst', observables }],
    })
  })

  it('keeps for its owner what the case does not say', async () => {
    const world = await makeMergeWorld(open, 'manual')
    const { owner, id: caseId } = world
    const alert = await raise(world, 'one')

    const merged = await owner.mergeAlertV1({ id: alert.id, caseId })

    expect(merged).toMatchObject({ description: 'As it was', tags: [], customFields: [] })
    const query = (...steps: string[]) =>
      owner.queryV1({
        query: [{ _name: 'getCase', idOrName: caseId }, ...steps.map((_name) => ({ _name }))],
      })
    expect(await query('alerts')).toMatchObject([
      { _id: alert.id, description: 'description-of-one', tags: ['label-of-one'] },
    ])
    expect(await query('observables')).toHaveLength(3)
    expect(await query('attachments')).toHaveLength(1)
    expect(await query('procedures')).toHaveLength(1)
  })

  it('is announced before: who sees the case, and how much of it', async () => {
    const { owner, guest, id: caseId, ...world } = await makeMergeWorld(open, 'manual')
    const alert = await raise({ owner, guest, id: caseId, ...world }, 'one')
    const { number } = await owner.createCaseV1({ title: 'Alone', description: 'd' })
    const preview = (to: string) => owner.previewAlertMerge({ caseId: to, alertIds: [alert.id] })

    expect(await preview(caseId)).toEqual({
      observables: 3,
      addsText: false,
      guests: [{ organisationName: 'beta', profileName: 'analyst', observables: 0 }],
    })
    expect(await preview(String(number))).toEqual({ observables: 3, addsText: true, guests: [] })
    expect(await owner.getAlertV1({ id: alert.id })).not.toHaveProperty('caseId')
  })

  it('is not merged by a guest, however much he may write', async () => {
    const { guest, id: caseId } = await makeMergeWorld(open, 'all')
    const { _id: id } = await guest.createAlertV1({
      type: 't',
      source: 's',
      sourceRef: 'r',
      title: 'Of beta',
      description: 'd',
    })

    for (const refused of [
      guest.mergeAlert({ id, caseId }),
      guest.mergeAlertV1({ id, caseId }),
      guest.mergeAlerts({ alertIds: [id], caseId }),
      guest.mergeAlertsV1({ alertIds: [id], caseId }),
      guest.previewAlertMerge({ alertIds: [id], caseId }),
    ])
      expect(await refusalOf(refused)).toMatchObject({ status: 404 })
  })

  it('of a case that became of an alert and was shared later, guests see the case and not the alert', async () => {
    const world = await makeMergeWorld(open, 'manual')
    const alert = await raise(world, 'one')
    const made = await world.owner.promoteAlertV1({ id: alert.id }, {})
    await world.owner.shareCase({ id: made._id }, { shares: [{ organisationName: 'beta' }] })

    const read = await crawl({ ...world, id: made._id })

    const shown = alert.marks.filter((mark) => read.includes(mark))
    expect(shown.sort()).toEqual(
      ['description-of-one', 'field-of-one', 'label-of-one', 'title-of-one'].sort(),
    )
  })
})
