import { beforeAll, expect, it } from 'vitest'
import {
  formRows,
  jobIdsOf,
  markDocument,
  matrix,
  matrixCells,
  openForm,
  runButton,
} from './analysis.ts'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

const anyRun = /^\/api\/analyzer\/[^/]+\/run$/

describeJourneys('a batch', {}, (bed) => {
  let fitting: Record<'Echo' | 'Verdict' | 'Artifacts', string>
  let failing: Record<'Echo' | 'Fail', string>
  beforeAll(async () => {
    await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    fitting = await enableAnalyzers(bed.server, 'oa', ['Echo', 'Verdict', 'Artifacts'])
    failing = await enableAnalyzers(bed.server, 'oa-beta', ['Echo', 'Fail'])
  })

  it('journey 11: sends what it announced, only what fits, and shows how each ends', async () => {
    const visit = await bed.visit('ana')
    const { page, sent, axe, fits } = visit
    const main = page.getByRole('main')

    await openForm(visit, ['203.0.113.66', 'www.safe.com', 'CVE-2021-44228'])
    const detected = await formRows(page)
    await main.getByText('3 observables × 3 analyzers = 6 jobs (3 not fitting skipped)').waitFor()
    await page.getByLabel('Type of www[.]safe[.]com').selectOption('domain')
    await page.getByRole('button', { name: 'None', exact: true }).click()
    await main.getByText('choose at least one analyzer', { exact: true }).waitFor()
    await page.getByLabel('Preset').selectOption('All fitting')
    await main.getByText('3 observables × 3 analyzers = 7 jobs (2 not fitting skipped)').waitFor()
    const stays = await markDocument(page)
    const startedAt = Date.now()
    await runButton(page).click()
    const ids = await jobIdsOf(page, 7)
    await eventually(() => matrixCells(page)).toEqual({
      'ip 203[.]0[.]113[.]66': {
        Artifacts_1_0: 'Suspicious 5',
        Echo_1_0: 'Info 203.0.113.66',
        Verdict_1_0: 'Malicious 32/94',
        Worst: 'Malicious',
      },
      'domain www[.]safe[.]com': {
        Artifacts_1_0: 'Suspicious 5',
        Echo_1_0: 'Info www.safe.com',
        Verdict_1_0: 'Safe 0/94',
        Worst: 'Suspicious',
      },
      'cve CVE-2021-44228': {
        Artifacts_1_0: '– does not fit',
        Echo_1_0: 'Info CVE-2021-44228',
        Verdict_1_0: '– does not fit',
        Worst: 'Info',
      },
    })
    const questions = sent('POST', '/api/job/status').length
    const tookMs = Date.now() - startedAt
    await main.getByText('7 jobs').waitFor()
    await main.getByText('ok 7').waitFor()
    await main.getByText('failed 0').waitFor()
    await axe()
    await fits()

    expect(detected).toEqual([
      '[x] ip 203[.]0[.]113[.]66',
      '[x] fqdn www[.]safe[.]com',
      '[x] cve CVE-2021-44228',
    ])
    const pairs = sent('POST', anyRun).map(({ path, body }) => {
      const { dataType, data } = body as { dataType: string; data: string }
      return `${path} ${dataType} ${data}`
    })
    const ask = (id: string, ...asked: string[]) =>
      asked.map((one) => `/api/analyzer/${id}/run ${one}`)
    const [ip, domain, cve] = ['ip 203.0.113.66', 'domain www.safe.com', 'cve CVE-2021-44228']
    expect(pairs.sort()).toEqual(
      [
        ...ask(fitting.Artifacts, ip, domain),
        ...ask(fitting.Echo, ip, domain, cve),
        ...ask(fitting.Verdict, ip, domain),
      ].sort(),
    )
    expect(await stays()).toBe(true)
    // Two pollers, each at most once a second; not a question for each job that moves.
    expect(questions).toBeLessThanOrEqual(4 + tookMs / 500)

    const shown = await matrixCells(page)
    await page.reload()
    await eventually(() => matrixCells(page)).toEqual(shown)
    expect(await jobIdsOf(page, 7)).toEqual(ids)
  })

  it('is walked by keys: arrows move, Space selects, Enter opens', async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    const focused = () =>
      page.evaluate(() => {
        const cell = document.activeElement?.closest('td')
        return `${cell?.closest('tr')?.rowIndex} ${cell?.cellIndex}`
      })
    await openForm(visit, ['198.51.100.7', 'CVE-2021-44228', 'safe.com'])
    await page.keyboard.press('Control+Enter')
    const ids = await jobIdsOf(page, 7)
    const cell = matrix(page).getByRole('row').nth(1).getByRole('link').nth(1)
    await cell.focus()

    const walked: string[] = [await focused()]
    // The vulnerability fits Echo alone, so that the way down from Artifacts passes over it.
    for (const key of [
      'ArrowDown',
      'ArrowRight',
      'ArrowUp',
      'ArrowUp',
      'End',
      'Home',
      'ArrowLeft',
    ]) {
      await page.keyboard.press(key)
      walked.push(await focused())
    }
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await page.getByRole('region', { name: 'Selected cells' }).getByText('2 selected').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: '198[.]51[.]100[.]7' }).waitFor()

    expect(walked).toEqual(['1 1', '3 1', '3 2', '2 2', '1 2', '1 3', '1 1', '1 1'])
    expect(ids).toContain(new URL(page.url()).pathname.split('/').at(-1))
  })

  it('journey 12: tells which cells failed, and why, and tries only these again', async () => {
    const visit = await bed.visit('ana-beta')
    const { page, sent, axe, fits } = visit
    const why = (value: string) =>
      `Failure The service does not know ${value}: quota of the demo account is used up`
    const outcome = {
      'domain one[.]com': { Echo_1_0: 'Info one.com', Fail_1_0: why('one.com'), Worst: 'Info' },
      'domain two[.]com': { Echo_1_0: 'Info two.com', Fail_1_0: why('two.com'), Worst: 'Info' },
    }

    await openForm(visit, ['one.com', 'two.com'])
    await runButton(page).click()
    const first = await jobIdsOf(page, 4)
    await eventually(() => matrixCells(page)).toEqual(outcome)
    await page.getByText('ok 2').waitFor()
    await page.getByText('failed 2').waitFor()
    await axe()
    await fits()
    const before = sent('POST', anyRun).length
    await page.getByRole('button', { name: 'Retry failed (2)' }).click()
    await eventually(() => sent('POST', anyRun).length).toBe(6)
    await eventually(
      async () => (await jobIdsOf(page, 4)).filter((id) => !first.includes(id)).length,
    ).toBe(2)
    await eventually(() => matrixCells(page)).toEqual(outcome)

    expect(before).toBe(4)
    const again = sent('POST', anyRun).slice(4)
    expect(again.map(({ path }) => path)).toEqual(
      Array(2).fill(`/api/analyzer/${failing.Fail}/run`),
    )
    expect(again.map(({ body }) => body)).toEqual(
      ['one.com', 'two.com'].map((data) => expect.objectContaining({ dataType: 'domain', data })),
    )
  })
})
