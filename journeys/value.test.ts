import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'

const imitation = { dataType: 'domain', data: 'paypa1-login.example' }
const plain = { dataType: 'domain', data: 'never-asked.example' }

describeJourneys('a value', {}, (bed) => {
  let [alertId, caseId] = ['', '']
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    const analyzers = await enableAnalyzers(bed.server, oa, ['Assay_Domain'])
    await runToEnd(bed.server, 'ana', analyzers.Assay_Domain, { ...imitation, tlp: 1 })
    const artifacts = [imitation, plain]
    const alert = await makeAlert(bed.server, 'ana', { title: 'Odd names', artifacts })
    const opened = await makeCase(bed.server, 'ana', { title: 'Names' }, artifacts)
    ;[alertId, caseId] = [alert.id, opened.id]
  })

  it.each([
    ['an alert', () => `/alerts/${alertId}`],
    ['a case', () => `/cases/${caseId}?tab=observables`],
  ])(
    'that was analyzed once has its verdict in the list of %s, and nothing runs for it',
    async (_where, address) => {
      const { page, open, sent, axe } = await bed.visit('ana')

      await open(address())
      const row = (value: string) => page.getByRole('row').filter({ hasText: value })
      const verdict = row('paypa1-login[.]example').getByRole('link', { name: 'Suspicious' })
      await verdict.waitFor()
      await axe()

      expect(await verdict.getAttribute('title')).toContain('resembles')
      expect(
        await row('never-asked[.]example').getByRole('link', { name: 'Suspicious' }).count(),
      ).toBe(0)
      expect(sent('POST', /\/run$/)).toEqual([])
      await verdict.click()
      await page.getByRole('heading', { level: 1, name: /paypa1-login/ }).waitFor()
      await page.getByRole('region', { name: 'Verdict' }).getByText('Suspicious').first().waitFor()
      await page.getByRole('link', { name: /Names/ }).waitFor()
    },
  )
})
