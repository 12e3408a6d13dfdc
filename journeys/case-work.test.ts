import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import {
  enableAnalyzers,
  enableResponders,
  makeCase,
  makeOrganization,
  runToEnd,
} from './people.ts'
import { eventually, type Visit } from './visit.ts'

const bad = { dataType: 'ip', data: '203.0.113.66' }
const domain = (data: string) => ({ dataType: 'domain', data })

describeJourneys('the work on a case', {}, (bed) => {
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    const { Verdict } = await enableAnalyzers(bed.server, oa, ['Verdict'])
    await enableResponders(bed.server, oa, ['Demo_Block'])
    await runToEnd(bed.server, 'ana', Verdict, bad)
  })

  const field = ({ page }: Visit) => page.getByLabel('Write a comment…')
  const entries = ({ page }: Visit) =>
    page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')

  it('completes the login of a colleague by keys, and marks the name in the comment', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'For a colleague' })
    const visit = await bed.visit('ana')
    const { page, open, axe } = visit
    await open(`/cases/${id}?tab=tasks`)
    await page.getByRole('button', { name: 'Add task' }).first().waitFor()
    await page.keyboard.press('m')
    await eventually(() => field(visit).evaluate((one) => one === document.activeElement)).toBe(
      true,
    )
    await page.keyboard.type('Please look, @')
    const offered = page.getByRole('listbox', { name: 'Colleagues' }).getByRole('option')
    await eventually(() => offered.allInnerTexts()).toEqual(['@ana', '@oa', '@rea'])
    await axe('light')
    await page.keyboard.press('ArrowDown')
    await eventually(() => offered.nth(1).getAttribute('aria-selected')).toBe('true')
    await page.keyboard.press('Enter')
    expect(await field(visit).inputValue()).toBe('Please look, @oa ')
    await page.keyboard.type('and @an')
    await eventually(() => offered.allInnerTexts()).toEqual(['@ana'])
    await page.keyboard.press('Escape')
    await eventually(() => offered.count()).toBe(0)
    await page.keyboard.press('Control+Enter')

    const own = await bed.visit('oa')
    await own.open(`/cases/${id}`)
    const name = entries(own).filter({ hasText: 'Please look' }).getByText('@oa', { exact: true })
    await name.waitFor()
    expect(await name.getAttribute('data-me')).toBe('true')
  })

  it('offers values of a comment that the case lacks, and keeps a draft over a sign-out', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Pasted' }, [bad])
    const visit = await bed.visit('ana')
    const { page, open, signOut, signIn, signedIn } = visit
    await open(`/cases/${id}`)
    await field(visit).fill('Also 203.0.113.66, new-one[.]example and hxxp://new-two[.]example/x')
    await page.getByRole('button', { name: 'Add 2 observables to the case' }).click()
    await page.getByText('2 observables added.').waitFor()
    await page
      .getByRole('button', { name: /observables? to the case/ })
      .waitFor({ state: 'detached' })
    const { rows } = await bed.server
      .as('ana')
      .searchObservables({ query: { _parent: { _type: 'case', _query: { _id: id } } } })
    expect(rows.map(({ data }) => data).sort()).toEqual([
      '203.0.113.66',
      'http://new-two.example/x',
      'new-one.example',
    ])

    await field(visit).fill('Begun, not sent')
    await signOut()
    await signIn('ana')
    await signedIn()
    await open(`/cases/${id}`)
    await eventually(() => field(visit).inputValue()).toBe('Begun, not sent')
  })

  it('opens a link of a text after a second step that names the host, and inner ones at once', async () => {
    const other = await makeCase(bed.server, 'ana', { title: 'Other' })
    const { id } = await makeCase(bed.server, 'ana', {
      title: 'With links',
      description: `[the bank](https://bank.example@evil.example/login) and [the case](/cases/${other.id}) [run](javascript:alert)`,
    })
    const visit = await bed.visit('ana')
    const { page, open, axe, context } = visit
    await open(`/cases/${id}`)
    await page.getByRole('button', { name: /evil\[\.\]example\/login/ }).click()
    await page.getByRole('button', { name: 'Open…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Open this address?' })
    await dialog.getByText('evil[.]example', { exact: true }).waitFor()
    await axe()
    const link = dialog.getByRole('link', { name: 'Open in a new tab' })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(await link.getAttribute('href')).toBe('https://bank.example@evil.example/login')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(context.pages()).toHaveLength(1)

    await page.getByRole('button', { name: /javascript/ }).click()
    await page.getByRole('button', { name: 'Copy defanged' }).waitFor()
    expect(await page.getByRole('button', { name: 'Open…' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'the case', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: /Other/ }).waitFor()
  })

  it('shows what another user has written since, and keeps your words', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Both', description: 'At first' })
    const { page, open } = await bed.visit('ana')
    await open(`/cases/${id}`)
    await page.getByRole('button', { name: /^Edit.*Summary/ }).click()
    const box = page.getByRole('textbox', { name: 'Summary' })
    await box.fill('Words of mine')
    const stored = async () => (await bed.server.as('ana').getCaseV1({ id })).description
    const hers = page.getByRole('status').filter({ hasText: /Words of hers$/ })
    // She saves between the press and the look at what is stored: no event can be there before.
    let isFirst = true
    await page.route(`**/api/v1/case/${id}`, async (route) => {
      if (isFirst) await bed.server.as('oa').updateCaseV1({ id }, { description: 'Words of hers' })
      isFirst = false
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await hers.waitFor()
    expect(await box.inputValue()).toBe('Words of mine')
    expect(await stored()).toBe('Words of hers')

    // Live events update the page automatically.
    await bed.server.as('oa').updateCaseV1({ id }, { description: 'Later words' })
    await page.getByRole('status').filter({ hasText: 'Later words' }).waitFor()
    expect(await box.inputValue()).toBe('Words of mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await eventually(stored).toBe('Words of mine')
    await page.getByRole('button', { name: /^Edit.*Summary/ }).waitFor()
  })

  it('leads from a merged case to its successor, also an open page', async () => {
    const first = await makeCase(bed.server, 'ana', { title: 'First half' })
    const second = await makeCase(bed.server, 'ana', { title: 'Second half' })
    const { page, open, axe, expectRefusals } = await bed.visit('rea')
    expectRefusals(404)
    await open(`/cases/${first.id}`)
    await page.getByRole('heading', { level: 1, name: /First half/ }).waitFor()

    const successor = await bed.server.as('ana').mergeCasesV1({ ids: `${first.id},${second.id}` })
    const gone = page.getByText(`Case #${first.caseId} was merged into another one by ana`)
    await gone.waitFor()
    await axe('light')
    await open(`/cases/${second.caseId}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(`Open case #${successor.number} `) })
      .click()
    await page.getByRole('heading', { level: 1, name: /First half \/ Second half/ }).waitFor()

    await bed.server.as('ana').deleteCaseV1({ id: successor._id })
    await page.getByText(`Case #${successor.number} was deleted by ana`).waitFor()
  })

  it('finds values by their verdict, analyzes the new ones, and responds to several', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Observables' }, [
      bad,
      domain('malicious-new-here.example'),
      domain('plain-new-here.example'),
    ])
    const visit = await bed.visit('ana')
    const { page, open, sent, axe } = visit
    await open(`/cases/${id}?tab=observables`)
    const table = page.getByRole('table', { name: 'Observables' })
    const names = () => table.getByRole('rowheader').allInnerTexts()
    await eventually(async () => (await names()).length).toBe(3)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'Verdict' }).click()
      await page.getByRole('checkbox', { name, exact: true }).click()
      await page.keyboard.press('Escape')
    }
    await choose('Not analyzed')
    await eventually(async () => (await names()).length).toBe(2)
    await axe('light')
    await page.getByRole('button', { name: 'Analyze 2 new' }).click()
    await page.getByText('2 analyses started.').waitFor()
    await page.getByText('No observable matches').waitFor()
    expect(sent('POST', '/api/connector/engine/job')).toHaveLength(2)

    await page.getByRole('button', { name: 'Clear all' }).click()
    await choose('Malicious')
    await eventually(async () => (await names()).join('\n')).toContain('malicious-new-here')
    await eventually(async () => (await names()).length).toBe(2)
    await page.getByRole('checkbox', { name: /^Select 203/ }).check()
    await page.getByRole('checkbox', { name: /^Select malicious/ }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Respond' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run a responder on 2 observables' })
    await dialog.getByRole('radio', { name: /Demo Block/ }).check()
    await dialog.getByRole('button', { name: 'Run Demo Block' }).click()
    await page.getByText('The responder runs on 2 observables.').waitFor()
    expect(sent('POST', '/api/connector/engine/action')).toHaveLength(2)
    const parts = page.getByRole('navigation', { name: 'Parts of the case' })
    await parts.getByRole('link', { name: 'Overview' }).click()
    await eventually(() => entries(visit).filter({ hasText: 'Demo Block ran on' }).count()).toBe(2)
  })

  it('draws the values of a large case type by type', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Large' })
    await bed.server
      .as('ana')
      .createCaseObservableV1(
        { id },
        { dataType: 'domain', data: Array.from({ length: 50 }, (_, at) => `d${at}.large.example`) },
      )
    await bed.server
      .as('ana')
      .createCaseObservableV1(
        { id },
        { dataType: 'ip', data: Array.from({ length: 20 }, (_, at) => `198.18.0.${at + 1}`) },
      )
    const { page, open } = await bed.visit('ana')
    await open(`/cases/${id}?tab=relations`)
    await page.getByText('List', { exact: true }).click()
    const panel = page.getByRole('region', { name: 'Relations' })
    await panel.getByRole('link', { name: 'd1[.]large[.]example' }).first().waitFor()
    expect(await panel.getByRole('link', { name: /198/ }).count()).toBe(0)
    await panel.getByRole('button', { name: 'Type' }).click()
    await page.getByRole('checkbox', { name: 'ip 20' }).click()
    await panel.getByRole('link', { name: '198[.]18[.]0[.]1', exact: true }).first().waitFor()
    expect(await panel.getByRole('link', { name: /large/ }).count()).toBe(0)
  })

  it('has the field for comments and its actions at the lower edge of a phone', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'On the way' }, [bad])
    const visit = await bed.visit('ana', { viewport: { width: 390, height: 844 } })
    const { page, open, fits, axe } = visit
    await open(`/cases/${id}`)
    await field(visit).waitFor()
    const box = await field(visit).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(720)
    const close = await page.getByRole('button', { name: 'Close case' }).boundingBox()
    expect(close?.height).toBeGreaterThanOrEqual(44)
    expect(close?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
    await fits(390)
    await axe('light')
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Share…' }).waitFor()
    await page.keyboard.press('Escape')
    await field(visit).fill('From the train')
    await field(visit).press('Control+Enter')
    await entries(visit).filter({ hasText: 'From the train' }).waitFor()
  })
})
