import { describe, expect, it } from 'vitest'
import { badRequest, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase, type TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { linksOf, makePlatformApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const client = app.as('analyze')
  const make = async (title: string) => (await client.createCaseV1({ title, description: 'd' }))._id
  return { app, client, make, one: await make('One'), two: await make('Two') }
}

const storedLinks = (app: TestApp) => app.deps.db.selectFrom('case_links').selectAll().execute()

describe.each(databases)('$name: links of cases', ({ open }) => {
  it('are shown by both cases, and removed from either', async () => {
    const { app, client, one, two } = await makeWorld(open)
    app.clock.advance(10)

    await client.linkCase({ id: one }, { type: 'parent', caseId: '2' })

    const seen = (caseId: string, caseNumber: number, caseTitle: string) => ({
      caseLinks: [
        {
          ...{ type: 'parent', caseId, caseNumber, caseTitle },
          ...{ _createdBy: 'alan', _createdAt: app.clock.now() },
        },
      ],
      externalLinks: [],
    })
    expect(await linksOf(app, one)).toEqual(seen(two, 2, 'Two'))
    expect(await linksOf(app, two)).toEqual(seen(one, 1, 'One'))
    expect(await app.as('read').getCaseV1({ id: two })).toMatchObject({
      _updatedBy: 'alan',
      _updatedAt: app.clock.now(),
    })
    await client.unlinkCase({ id: two }, { type: 'parent', caseId: one })
    expect(await linksOf(app, one)).toEqual({ caseLinks: [], externalLinks: [] })
    expect(await storedLinks(app)).toEqual([])
  })

  it('lead to addresses, and their types are offered to others', async () => {
    const { app, client, one } = await makeWorld(open)
    const ticket = { type: 'ticket', url: 'https://tickets.example/1' }

    await client.linkAddress({ id: one }, ticket)
    app.clock.advance(10)
    await client.linkAddress({ id: one }, { ...ticket, type: 'evidence' })

    expect((await linksOf(app, one)).externalLinks).toMatchObject([
      ticket,
      { ...ticket, type: 'evidence' },
    ])
    expect(await app.as('read').listLinkTypes()).toEqual(['evidence', 'ticket'])
    expect(await app.as('stranger').listLinkTypes()).toEqual([])
    await client.unlinkAddress({ id: one }, ticket)
    expect(await app.as('read').listLinkTypes()).toEqual(['evidence'])
  })

  it('are stored once, also when both cases add them at the same moment', async () => {
    const { app, client, one, two } = await makeWorld(open)
    await Promise.all([
      client.linkCase({ id: one }, { type: 'related', caseId: two }),
      client.linkCase({ id: two }, { type: 'related', caseId: one }),
      client.linkCase({ id: one }, { type: 'related', caseId: two }),
    ])
    expect(await storedLinks(app)).toHaveLength(1)
    await client.linkCase({ id: one }, { type: 'parent', caseId: two })
    expect(await storedLinks(app)).toHaveLength(2)
  })

  it('go with a case, and lead to the case that it was merged into', async () => {
    const { app, client, make, one, two } = await makeWorld(open)
    const three = await make('Three')
    await client.linkCase({ id: one }, { type: 'related', caseId: two })
    await client.linkCase({ id: one }, { type: 'related', caseId: three })
    await client.linkCase({ id: three }, { type: 'related', caseId: two })
    await client.linkAddress({ id: two }, { type: 'ticket', url: 'https://tickets.example/1' })

    const { _id: merged } = await client.mergeCases({ id: one, other: two })

    expect(await linksOf(app, merged)).toMatchObject({
      caseLinks: [{ type: 'related', caseId: three }],
      externalLinks: [{ type: 'ticket', url: 'https://tickets.example/1' }],
    })
    expect((await linksOf(app, three)).caseLinks).toMatchObject([{ caseId: merged }])
    await client.deleteCase({ id: merged })
    expect(await storedLinks(app)).toEqual([])
  })
})

describe.each(oneDatabase)('links of cases', ({ open }) => {
  it('are refused with the reason', async () => {
    const { client, one } = await makeWorld(open)
    const own = { type: 'related', caseId: one }
    expect(await refusalOf(client.linkCase({ id: one }, own))).toEqual(
      badRequest('A case cannot be linked to itself'),
    )
    expect(await refusalOf(client.linkCase({ id: one }, { ...own, caseId: '~404' }))).toEqual(
      notFound('Case not found'),
    )
    const script = { type: 'ticket', url: 'javascript:alert(1)' }
    expect(await refusalOf(client.linkAddress({ id: one }, script))).toEqual(
      badRequest('A link must be an http or https address without spaces'),
    )
    const unknown = { type: 'ticket', url: 'https://a.example' }
    expect(await refusalOf(client.unlinkAddress({ id: one }, unknown))).toEqual(
      notFound('Link ticket: https://a.example not found'),
    )
  })

  it('are recorded with both cases', async () => {
    const { app, client, one, two } = await makeWorld(open)
    await client.linkCase({ id: one }, { type: 'parent', caseId: two })
    const { rows } = await app.as('orgadmin').listAudit({ range: 'all' })
    const told = rows.filter(({ details }) => Object.hasOwn(details, 'linked'))
    expect(told.map(({ objectId, details }) => [objectId, details])).toEqual(
      expect.arrayContaining([
        [one, { linked: { type: 'parent', to: two } }],
        [two, { linked: { type: 'parent', to: one } }],
      ]),
    )
  })
})
