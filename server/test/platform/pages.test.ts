import { describe, expect, it } from 'vitest'
import { databases, type TestDatabases } from '../databases.ts'
import { makePlatformApp } from './setup.ts'

async function makeWorld(open: TestDatabases['open']) {
  const app = await makePlatformApp(open)
  const client = app.as('analyze')
  const { _id: id } = await client.createCaseV1({ title: 'A case', description: 'd' })
  const pagesOf = (idOrName: string) =>
    app.as('read').queryV1({ query: [{ _name: 'getCase', idOrName }, { _name: 'pages' }] })
  return { app, client, id, pagesOf }
}

describe.each(databases)('$name: pages', ({ open }) => {
  it('of a case are written, listed, changed and removed', async () => {
    const { client, id, pagesOf } = await makeWorld(open)

    const made = await client.createCasePage(
      { id },
      { title: 'Was ist passiert?', content: '# Words', category: 'Report', order: 2 },
    )

    expect(made).toMatchObject({
      _type: 'Page',
      _createdBy: 'alan',
      title: 'Was ist passiert?',
      slug: 'was-ist-passiert',
      content: '# Words',
      category: 'Report',
      order: 2,
    })
    expect(await pagesOf(id)).toEqual([made])
    await client.updateCasePage({ id, pageId: made._id }, { content: 'Other words' })
    expect(await pagesOf(id)).toMatchObject([{ content: 'Other words', category: 'Report' }])
    await client.deleteCasePage({ id, pageId: made._id })
    expect(await pagesOf(id)).toEqual([])
  })

  it('belong to one case, and go with it or into the one that it becomes', async () => {
    const { app, client, id, pagesOf } = await makeWorld(open)
    const other = await client.createCaseV1({ title: 'Other', description: 'd' })
    const page = await client.createCasePage({ id }, { title: 'One', content: 'c' })
    await client.createCasePage({ id: other._id }, { title: 'Two', content: 'c' })

    await expect(
      client.updateCasePage({ id: other._id, pageId: page._id }, { title: 'x' }),
    ).rejects.toMatchObject({ status: 404 })
    const merged = await client.mergeCases({ id, other: other._id })
    const titles = ((await pagesOf(merged._id)) as { title: string }[]).map(({ title }) => title)
    expect(titles.sort()).toEqual(['One', 'Two'])
    await client.deleteCase({ id: merged._id })
    expect(await app.deps.db.selectFrom('pages').select('id').execute()).toEqual([])
  })

  it('of the organization are found by slug, and those of cases are not among them', async () => {
    const { app, client, id } = await makeWorld(open)
    await client.createCasePage({ id }, { title: 'Of the case', content: 'c' })
    const page = await client.createPage({ title: 'On duty', content: 'Who' })

    expect(await app.as('read').getPage({ id: 'on-duty' })).toEqual(page)
    await expect(app.as('read').getPage({ id: 'of-the-case' })).rejects.toMatchObject({
      status: 404,
    })
    expect((await app.as('read').searchPages({})).rows).toEqual([page])
    expect(await client.updatePage({ id: page._id }, { title: 'At night' })).toMatchObject({
      slug: 'at-night',
    })
    await client.deletePage({ id: page._id })
    expect((await app.as('read').searchPages({})).total).toBe(0)
  })

  it('begin with templates that administrators keep', async () => {
    const { app } = await makeWorld(open)
    const admin = app.as('orgadmin')
    const made = await admin.createPageTemplate({ title: 'Report', content: '## What' })

    await admin.updatePageTemplate({ id: made._id }, { category: 'Reports' })

    const query = [{ _name: 'listPageTemplate' }]
    expect(await app.as('read').queryV1({ query })).toMatchObject([
      { _type: 'PageTemplate', title: 'Report', category: 'Reports', content: '## What' },
    ])
    await admin.deletePageTemplate({ id: made._id })
    expect(await app.as('read').queryV1({ query })).toEqual([])
  })
})
