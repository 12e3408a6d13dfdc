import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

describeJourneys('what is done with a value', {}, (bed) => {
  let verdict = ''
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    ;({ Verdict: verdict } = await enableAnalyzers(bed.server, oa, ['Verdict']))
  })
  const judge = (data: string) =>
    runToEnd(bed.server, 'ana', verdict, { dataType: 'domain', data, message: 'malicious' })
  const pathOf = (data: string) => `/observables?type=domain&value=${data}`

  it('§4 journey 5: goes into a new case from here, and the case leads back', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await judge('added.example')
    await open(pathOf('added.example'))
    await page.getByRole('button', { name: 'Add to case' }).waitFor()

    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'New case' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Opened from a value')
    await axe()
    await page.getByRole('button', { name: 'Create and add' }).click()
    await page.getByRole('link', { name: /Opened from a value/ }).click()
    await page.getByRole('heading', { level: 1, name: /Opened from a value/ }).waitFor()
    const number = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const { rows } = await bed.server.as('ana').searchObservables({
      query: { _parent: { _type: 'case', _query: { _id: number } } },
    })
    expect(rows.map(({ data }) => data)).toEqual(['added.example'])
    await page.getByText('Malicious').first().waitFor()
    await page
      .getByRole('link', { name: /added\[\.\]example/ })
      .first()
      .click()
    await page.getByRole('heading', { level: 1, name: 'added[.]example' }).waitFor()
    await page.getByRole('region', { name: 'Verdict' }).getByText('Malicious').first().waitFor()
  })

  it('§1.6: an observable of a case is the value, with what it is in that case', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await judge('copy.example')
    const made = await makeCase(bed.server, 'ana', { title: 'Holder' }, [
      { dataType: 'domain', data: 'copy.example', tags: ['sender'], message: 'Seen by ben' },
    ])

    await open(`/cases/${made.id}/observables/${made.observableIds[0]}`)
    const strip = page.getByRole('region', { name: 'In the case' })
    await strip.getByText('Seen by ben').waitFor()
    await strip.getByText('sender').waitFor()
    await page.getByRole('region', { name: 'Verdict' }).getByText('Malicious').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/observables')
    await strip.getByRole('button', { name: 'IOC' }).click()
    await eventually(async () => {
      const row = await bed.server.as('ana').getObservable({ id: made.observableIds[0] ?? '' })
      return row.ioc
    }).toBe(true)
    await axe()
    await fits()
  })

  it('leaves as JSON, defanged Markdown and STIX', async () => {
    const { page, open } = await bed.visit('ana')
    await judge('export.example')
    await open(pathOf('export.example'))
    const save = async (item: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: item }).click(),
      ])
      return readFile(await download.path(), 'utf8')
    }
    await page.getByRole('button', { name: 'More actions' }).waitFor()

    expect(JSON.parse(await save('Export as JSON'))).toMatchObject({
      data: 'export.example',
      verdict: { level: 'malicious' },
    })
    const markdown = await save('Export as Markdown, defanged')
    expect(markdown).toContain('Malicious')
    expect(markdown).not.toMatch(/export\.example/)
    expect(JSON.parse(await save('Export as STIX 2.1'))).toMatchObject({
      type: 'bundle',
      objects: expect.arrayContaining([
        expect.objectContaining({ type: 'domain-name', value: 'export.example' }),
      ]),
    })
  })

  it('continues the allow list by an administrator, which makes the list with its first value', async () => {
    const { oa } = await makeOrganization(bed.server, 'BETA')
    await enableAnalyzers(bed.server, oa, ['Assay_Lists'])
    const { page, open } = await bed.visit(oa)
    await open(pathOf('allowed.example'))

    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Add to allow list' }).click()
    await page.getByRole('button', { name: 'Add to list' }).click()
    const band = page.getByRole('region', { name: 'Verdict' })
    await band.getByText('Benign', { exact: true }).first().waitFor()

    const content = await bed.server.as(oa).getResourceContent({ name: 'allow-list.txt' })
    expect(await content.text()).toBe('allowed.example\n')
  })
})
