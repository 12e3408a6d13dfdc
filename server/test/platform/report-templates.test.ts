import { maxReportTemplates } from '@assay/contract'
import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import { makePlatformApp } from './setup.ts'

const template = { name: 'Ours', language: 'en' as const, body: '# {{case.title}}\n\n{{timeline}}' }

describe.each(databases)('$name: report templates', ({ open }) => {
  it('are shipped in two languages, stored by administrators and used by name', async () => {
    const app = await makePlatformApp(open)
    const admin = app.as('orgadmin')
    const shipped = await app.as('read').listReportTemplates()
    expect(shipped.map(({ language, isShipped }) => [language, isShipped])).toEqual([
      ['en', true],
      ['fr', true],
    ])

    const made = await admin.createReportTemplate(template)
    const { _id: id } = await app.as('analyze').createCaseV1({ title: 'One', description: 'd' })
    expect(await app.as('read').getCaseReport({ id }, { template: 'Ours' })).toMatch(/^# One\n/)
    const changed = await admin.updateReportTemplate(
      { id: made.id },
      { body: 'Case {{case.number}}' },
    )
    expect(changed).toMatchObject({ name: 'Ours', body: 'Case {{case.number}}', updatedBy: 'ada' })
    expect(await app.as('read').getCaseReport({ id }, { template: made.id })).toMatch(/^Case \\#\d/)
    await admin.deleteReportTemplate({ id: made.id })
    await expect(app.as('read').getCaseReport({ id }, { template: 'Ours' })).rejects.toMatchObject({
      status: 404,
    })
    const { rows } = await admin.listAudit({ range: 'all' })
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'reportTemplate.create',
        'reportTemplate.update',
        'reportTemplate.delete',
      ]),
    )
  })
})

describe.each(oneDatabase)('$name: report templates', ({ open }) => {
  it('are refused with an unknown placeholder, by name', async () => {
    const app = await makePlatformApp(open)
    const admin = app.as('orgadmin')
    const unknown = { status: 400, message: expect.stringContaining('{{case.titel}}') }
    await expect(
      admin.createReportTemplate({ ...template, body: '{{case.titel}}' }),
    ).rejects.toMatchObject(unknown)
    await expect(
      admin.createReportTemplate({ ...template, body: 'See {{timeline}}' }),
    ).rejects.toMatchObject({ status: 400 })
    const { id } = await admin.createReportTemplate(template)
    await expect(
      admin.updateReportTemplate({ id }, { body: '{{case.titel}}' }),
    ).rejects.toMatchObject(unknown)
    await expect(admin.createReportTemplate(template)).rejects.toMatchObject({ status: 400 })
    await expect(
      admin.createReportTemplate({ ...template, name: 'incident-en' }),
    ).rejects.toMatchObject({ status: 400 })
    await expect(
      admin.createReportTemplate({ ...template, name: 'x', logo: 'https://evil.example/x.png' }),
    ).rejects.toMatchObject({ status: 400 })
  })

  it('belong to one organization', async () => {
    const app = await makePlatformApp(open)
    const { id } = await app.as('orgadmin').createReportTemplate(template)
    const stranger = app.as('stranger')
    const { _id: own } = await stranger.createCaseV1({ title: 'Theirs', description: 'd' })

    expect(await stranger.listReportTemplates()).toHaveLength(2)
    for (const name of [id, 'Ours'])
      await expect(stranger.getCaseReport({ id: own }, { template: name })).rejects.toMatchObject({
        status: 404,
      })
    await expect(stranger.updateReportTemplate({ id }, { body: 'x' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(stranger.deleteReportTemplate({ id })).rejects.toMatchObject({ status: 404 })
    // The same name is free elsewhere.
    await stranger.createReportTemplate(template)
  })

  it('are limited in number', async () => {
    const app = await makePlatformApp(open)
    const admin = app.as('orgadmin')
    for (let number = 0; number < maxReportTemplates; number += 1)
      await admin.createReportTemplate({ ...template, name: `Template ${number}` })
    await expect(admin.createReportTemplate(template)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(String(maxReportTemplates)),
    })
  })
})
