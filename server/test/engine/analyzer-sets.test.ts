import { maxAnalyzerSets } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { badRequest, conflict, notFound, refusalOf } from '../api/refusal.ts'
import { databases, oneDatabase } from '../databases.ts'
import { makeEngineApp, programs } from './setup.ts'

const links = { name: 'Links', analyzers: ['Echo', 'Missing'], dataTypes: ['url'] }

describe.each(databases)('$name: analyzer sets', ({ open }) => {
  it('are listed by name in their organization, and each change is recorded', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const admin = app.as('orgadmin')

    const made = await admin.createAnalyzerSet({ ...links, name: ' Links ' })
    const all = await admin.createAnalyzerSet({ name: 'All', analyzers: ['Echo', 'Echo'] })
    app.clock.advance(1)
    const changed = await admin.updateAnalyzerSet(
      { id: made.id },
      { name: 'Addresses', dataTypes: [] },
    )

    expect(made).toMatchObject({ ...links, createdBy: 'ada' })
    expect(all).toMatchObject({ analyzers: ['Echo'], dataTypes: [] })
    expect(changed).toMatchObject({
      name: 'Addresses',
      analyzers: links.analyzers,
      dataTypes: [],
      updatedBy: 'ada',
      updatedAt: app.clock.now(),
    })
    expect(await app.as('analyze').listAnalyzerSets()).toEqual([changed, all])
    expect(await app.as('stranger').listAnalyzerSets()).toEqual([])

    app.clock.advance(1)
    await admin.deleteAnalyzerSet({ id: made.id })
    expect(await admin.listAnalyzerSets()).toEqual([all])
    const { rows } = await admin.listAudit({ range: '0-4' })
    const own = rows.filter(({ objectType }) => objectType === 'analyzerSet')
    expect(own.map(({ action }) => action).sort()).toEqual(
      ['create', 'create', 'delete', 'update'].map((change) => `analyzerSet.${change}`),
    )
  })
})

describe.each(oneDatabase)('$name: an analyzer set', ({ open }) => {
  it('cannot have the name of another one, which another organization can give', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const admin = app.as('orgadmin')
    await admin.createAnalyzerSet(links)
    const other = await admin.createAnalyzerSet({ ...links, name: 'Others' })

    expect(await refusalOf(admin.createAnalyzerSet(links))).toMatchObject(
      conflict('analyzer set Links already exists'),
    )
    const renamed = admin.updateAnalyzerSet({ id: other.id }, { name: 'Links' })
    expect(await refusalOf(renamed)).toMatchObject(conflict('analyzer set Links already exists'))
    expect(await app.as('stranger').createAnalyzerSet(links)).toMatchObject({ name: 'Links' })
    const foreign = app.as('stranger').deleteAnalyzerSet({ id: other.id })
    expect(await refusalOf(foreign)).toMatchObject(notFound(`analyzer set ${other.id} not found`))
  })

  it('is refused beyond the limit of an organization', async () => {
    const app = await makeEngineApp(open, [programs.echo])
    const { id } = await app.as('orgadmin').createAnalyzerSet(links)
    const { db } = app.deps
    const row = await db.selectFrom('analyzer_sets').selectAll().executeTakeFirstOrThrow()
    const rows = Array.from({ length: maxAnalyzerSets - 1 }, (_, at) => ({
      ...row,
      id: `${id}-${at}`,
      name: `Set ${at}`,
    }))
    await db.insertInto('analyzer_sets').values(rows).execute()

    const more = app.as('orgadmin').createAnalyzerSet({ ...links, name: 'One more' })
    expect(await refusalOf(more)).toMatchObject(
      badRequest('Limit of 100 analyzer sets reached. Delete one first'),
    )
  })
})
