import { describe, expect, it } from 'vitest'
import { databases, oneDatabase } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { archiveOf } from './archives.ts'
import { makePlatformApp } from './setup.ts'

const base = '/api/connector/cortex/analyzer/template'

const importOf = async (app: TestApp, files: Record<string, string | Buffer>, packing = {}) => {
  const bytes = new Uint8Array(await archiveOf(files, packing))
  const templates = new File([bytes], 'report-templates.zip', { type: 'application/zip' })
  return app.as('root').importAnalyzerTemplates({ templates })
}
const kept = async (app: TestApp) => {
  const { rows } = await app.as('read').searchAnalyzerTemplates({ range: 'all' })
  return rows.map(({ analyzerId, reportType }) => `${analyzerId}/${reportType}`).sort()
}

describe.each(databases)('$name: report templates', ({ open }) => {
  it('of a second archive take the place of the first, and others stay', async () => {
    const app = await makePlatformApp(open)
    await importOf(app, { 'A_1_0/long.html': 'first', 'B_1_0/long.html': 'first' })

    await importOf(app, { 'A_1_0/long.html': 'second' })

    const client = app.as('read')
    expect(await client.getAnalyzerTemplateContent({ analyzerId: 'A_1_0' })).toBe('second')
    expect(await client.getAnalyzerTemplateContent({ analyzerId: 'B_1_0' })).toBe('first')
    expect(await kept(app)).toEqual(['A_1_0/long', 'B_1_0/long'])
    const { rows } = await app.as('root').listAudit({ query: { objectType: 'analyzerTemplate' } })
    expect(rows).toHaveLength(2)
  })

  it('are made, changed and removed one by one, by superadmin for all organizations', async () => {
    const app = await makePlatformApp(open)
    const root = app.as('root')
    const made = await root.createAnalyzerTemplate({ analyzerId: 'Own_1_0', content: 'one' })

    expect(made).toMatchObject({
      _type: 'analyzerTemplate',
      analyzerId: 'Own_1_0',
      reportType: 'long',
      content: 'one',
      createdBy: 'root',
    })
    await expect(
      root.createAnalyzerTemplate({ analyzerId: 'Own_1_0', content: 'two' }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await root.updateAnalyzerTemplate({ id: made._id }, { content: 'two' })).toMatchObject({
      content: 'two',
      updatedBy: 'root',
    })
    const query = [{ _name: 'listAnalyzerTemplate' }]
    for (const person of ['read', 'root', 'stranger'] as const)
      expect(await app.as(person).queryV1({ query })).toMatchObject([
        { _type: 'AnalyzerTemplate', content: 'two' },
      ])
    await root.deleteAnalyzerTemplate({ id: 'Own_1_0' })
    expect(await kept(app)).toEqual([])
  })
})

describe.each(oneDatabase)('$name: report templates', ({ open }) => {
  it('come as the public archive, and are answered by analyzer and report type', async () => {
    const app = await makePlatformApp(open)

    const results = await importOf(app, {
      'README.md': 'not a template',
      'DShield_lookup_1_0/': '',
      'DShield_lookup_1_0/long.html': '<h1>{{ content.as }}</h1>',
      'DShield_lookup_1_0/short.html': '<b>short</b>',
      'thehive-templates/MaxMind_GeoIP_4_0/long.html': 'Überall',
      'MaxMind_GeoIP_4_0/picture.png': Buffer.from([0, 255]),
    })

    expect(results).toEqual({ DShield_lookup_1_0: true, MaxMind_GeoIP_4_0: true })
    expect(await kept(app)).toEqual([
      'DShield_lookup_1_0/long',
      'DShield_lookup_1_0/short',
      'MaxMind_GeoIP_4_0/long',
    ])
    for (const url of [
      `${base}/content/DShield_lookup_1_0`,
      `${base}/content/DShield_lookup_1_0/long`,
      `${base}/DShield_lookup_1_0`,
      '/api/connector/cortex/report/template/content/DShield_lookup_1_0/long',
      '/api/v1/connector/cortex/analyzer/template/content/DShield_lookup_1_0',
    ]) {
      const answer = await app.inject({ as: 'stranger', url })
      expect([answer.statusCode, answer.body]).toEqual([200, '<h1>{{ content.as }}</h1>'])
      // A browser that is sent there must not show it as a page.
      expect(answer.headers['content-type']).toContain('text/plain')
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
    const short = `${base}/content/DShield_lookup_1_0/short`
    expect((await app.inject({ as: 'read', url: short })).body).toBe('<b>short</b>')
    for (const url of [`${base}/content/Nothing_1_0`, `${base}/content/DShield_lookup_1_0/other`])
      expect((await app.inject({ as: 'read', url })).statusCode).toBe(404)
  })

  it('that are not text, or too long, are refused one by one', async () => {
    const app = await makePlatformApp(open)

    const results = await importOf(app, {
      'Fine_1_0/long.html': 'fine',
      'Long_1_0/long.html': 'x'.repeat(1024 ** 2 + 1),
      'Half_1_0/long.html': 'fine',
      'Half_1_0/short.html': Buffer.from([0xff, 0xfe, 0x00]),
      'Zero_1_0/long.html': 'a\0b',
    })

    expect(results).toEqual({ Fine_1_0: true, Half_1_0: false, Long_1_0: false, Zero_1_0: false })
    expect(await kept(app)).toEqual(['Fine_1_0/long', 'Half_1_0/long'])
  })

  it.each([
    ['no archive', async () => Buffer.from('not a zip'), 'Cannot read the archive'],
    ['no template', () => archiveOf({ 'a.txt': 'a' }), '<analyzer>/long.html'],
    ['a password', () => archiveOf({ 'A/long.html': 'a' }, { password: 'p' }), 'password'],
    [
      'more text than is kept',
      () =>
        archiveOf(
          Object.fromEntries(
            Array.from({ length: 33 }, (_, index) => [
              `A_${index}/long.html`,
              'x'.repeat(1024 ** 2),
            ]),
          ),
        ),
      'exceeds the unpacking limit',
    ],
  ])('are not taken from an archive with %s', async (_, archive, reason) => {
    const app = await makePlatformApp(open)
    const templates = new File([new Uint8Array(await archive())], 'a.zip')

    await expect(app.as('root').importAnalyzerTemplates({ templates })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(reason),
    })
    expect(await kept(app)).toEqual([])
  })
})
