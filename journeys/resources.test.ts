import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { makeOrganization } from './people.ts'

const rules = (name: string) => ({
  name: `${name}.yar`,
  mimeType: 'text/plain',
  buffer: Buffer.from(`rule ${name} { condition: true }`),
})

describeJourneys('files of analyzers', {}, (bed) => {
  it('are uploaded, chosen in the configuration, and kept while they are used', async () => {
    const { oa } = await makeOrganization(bed.server)
    const { page, open, go, axe, fits, expectRefusals } = await bed.visit(oa)
    await open('/settings/lists')
    await page.getByText('No files yet').waitFor()
    await axe()
    await page.getByLabel('Upload a file').first().setInputFiles(rules('First'))
    await page.getByRole('row', { name: /First\.yar.*uploaded/ }).waitFor()

    await go('/settings/analyzers')
    await page.getByRole('link', { name: /^YARA/ }).click()
    const drawer = page.getByRole('region', { name: 'YARA' })
    await drawer.getByLabel('Our rules 1').selectOption('upload:First.yar')
    await drawer.getByLabel('Upload a file').setInputFiles(rules('Second'))
    await drawer.getByLabel('Our rules 2').waitFor()
    expect(await drawer.getByLabel('Our rules 2').inputValue()).toBe('upload:Second.yar')
    await axe()
    await fits()
    await drawer.getByRole('button', { name: 'Enable' }).click()
    await page.getByText('YARA is enabled.').waitFor()
    const { rows } = await bed.server.as(oa).listAnalyzers({ range: 'all' })
    expect(rows[0]?.configuration).toMatchObject({
      rules: ['upload:First.yar', 'upload:Second.yar'],
    })

    expectRefusals(400)
    await go('/settings/lists')
    await page.getByRole('button', { name: 'Remove First.yar' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Delete', exact: true }).click()
    await question.getByText(/used by the analyzer Assay_Yara_1_0 \(rules\)/).waitFor()
    await axe()
  })
})
