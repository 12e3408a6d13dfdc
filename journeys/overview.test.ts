import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

describeJourneys('the overview', {}, (bed) => {
  let verdict: string
  const analyze = (data: string, level?: string) =>
    runToEnd(bed.server, 'ana', verdict, {
      dataType: 'domain',
      data,
      ...(level ? { parameters: { level } } : {}),
    })
  beforeAll(async () => {
    await makeOrganization(bed.server)
    verdict = (await enableAnalyzers(bed.server, 'oa', ['Verdict'])).Verdict
  })

  it('begins with the first step, then with threats, and each count opens its list', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    const heading = page.getByRole('heading', { level: 1 })
    await open('/')
    await heading.getByText('Nothing malicious since yesterday.').waitFor()
    await page.getByText('Nothing was analyzed yet').waitFor()
    await axe()

    // §3.2: what is found out elsewhere appears without a reload, above what is in a case.
    await makeCase(bed.server, 'ana', { title: 'Known' }, [
      { dataType: 'domain', data: 'held-malicious.com' },
    ])
    await analyze('held-malicious.com')
    await makeAlert(bed.server, 'ana')
    await heading.getByText('1 malicious value since yesterday').waitFor()
    await analyze('free-malicious.com')
    await heading.getByText('2 malicious values since yesterday, 1 of them in no case').waitFor()
    const rows = page.getByRole('region', { name: 'Threats' }).getByRole('listitem')
    await eventually(async () =>
      (await rows.allInnerTexts()).map((row) => /\S+-mal/.exec(row)?.[0]),
    ).toEqual(['free-mal', 'held-mal'])
    await axe()
    await fits()
    const api = bed.server.as('ana')
    const { total } = await api.searchValues({ level: 'malicious', range: '0-1' })
    expect(total).toBe(2)

    // §3.1
    for (const [name, address] of [
      ['New alerts 1', '/alerts'],
      ['Open cases 1', '/cases'],
      ['My tasks 0', '/tasks'],
    ] as const) {
      await open('/')
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await eventually(() => new URL(page.url()).pathname).toBe(address)
    }
    await open('/')
    await page.getByRole('link', { name: /^Verdicts that changed 0/ }).click()
    await page.getByText('No verdict of a value in a case got worse.').waitFor()
  })

  it('§3.3: adds a threat to a case, which the row then names', async () => {
    const { page, open } = await bed.visit('ana')
    await analyze('row-malicious.com')
    await open('/')
    const row = page
      .getByRole('region', { name: 'Threats' })
      .getByRole('listitem')
      .filter({ hasText: 'row-malicious' })
    await row.getByRole('button', { name: 'Add to case' }).click()
    await page.getByRole('textbox', { name: /Title of the case/ }).fill('From the overview')
    await page.getByRole('button', { name: 'Create case' }).click()
    await row.getByText(/^case #\d+$/).waitFor()
    const [known] = await bed.server
      .as('ana')
      .valueVerdicts({ values: [{ dataType: 'domain', data: 'row-malicious.com' }] })
    expect(known).toMatchObject({ level: 'malicious', cases: [{ title: 'From the overview' }] })
  })

  it('§3.4: a value of a closed case that turned malicious stands under changes, and reopens it', async () => {
    const { page, open } = await bed.visit('ana')
    const api = bed.server.as('ana')
    await analyze('turned.com', 'safe')
    const made = await makeCase(bed.server, 'ana', { title: 'Closed too early' }, [
      { dataType: 'domain', data: 'turned.com' },
    ])
    await api.updateCase(
      { id: made.id },
      { status: 'Resolved', resolutionStatus: 'FalsePositive', impactStatus: 'NoImpact' },
    )
    await analyze('turned.com', 'malicious')
    await open('/')
    const changes = page.getByRole('region', { name: 'Verdicts that changed' })
    await changes.getByText(/Harmless/).waitFor()
    await changes.getByRole('button', { name: `Reopen #${made.caseId}` }).click()
    await page.getByText(`Case #${made.caseId} is open again.`).waitFor()
    expect((await api.getCase({ id: made.id })).status).toBe('Open')
  })
})
