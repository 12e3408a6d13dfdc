import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { patienceMs } from './patience.ts'
import {
  enableAnalyzers,
  enableResponders,
  makeAlert,
  makeCase,
  makeOrganization,
  memberOf,
  runToEnd,
} from './people.ts'
import { ownProfile, stopPolls } from './profiles.ts'
import { superadmin } from './server.ts'
import { eventually, type Visit } from './visit.ts'

/** Axe has much to do, on a machine that has other work, too. */
const manyScreens = { timeout: 5 * patienceMs }

const domain = (data: string) => ({ dataType: 'domain', data })
const ip = (data: string) => ({ dataType: 'ip', data })

describeJourneys('alert triage', {}, (bed) => {
  /** Each journey has its own organization: they decide on all that they see. */
  const organizations = ['ACME', 'BETA', 'GAMMA', 'DELTA', 'EPSILON', 'ZETA'] as const
  const analyzers = new Map<string, Record<'Verdict', string>>()
  beforeAll(async () => {
    for (const name of organizations) {
      const { oa } = await makeOrganization(bed.server, name)
      analyzers.set(name, await enableAnalyzers(bed.server, oa, ['Verdict']))
    }
  })

  const raise = (
    organization: string,
    title: string,
    artifacts: NonNullable<Parameters<typeof makeAlert>[2]>['artifacts'],
    values: Parameters<typeof makeAlert>[2] = {},
  ) =>
    makeAlert(bed.server, memberOf(organization, 'ana'), {
      title,
      date: Date.now(),
      ...(artifacts && { artifacts }),
      ...values,
    })
  const judge = (
    organization: string,
    value: { dataType: string; data: string; message?: string },
  ) =>
    runToEnd(
      bed.server,
      memberOf(organization, 'ana'),
      analyzers.get(organization)?.Verdict ?? '',
      value,
    )

  const rows = ({ page }: Visit) => page.getByRole('list', { name: 'Alerts' }).getByRole('listitem')
  const preview = ({ page }: Visit) => page.getByRole('region', { name: 'Selected alert' })
  const chosen = (visit: Visit, title: string) =>
    preview(visit).getByRole('heading', { level: 2, name: title }).waitFor()

  /** One key opens the reasons, Enter takes the first. */
  const dismiss = async ({ page }: Visit) => {
    await page.keyboard.press('x')
    const reason = page.getByRole('button', { name: 'Duplicate', exact: true })
    await reason.and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
  }
  const focused = ({ page }: Visit) =>
    page.evaluate(() => document.activeElement?.textContent ?? '')

  it('1: nine alerts are decided by keys alone, each call once, and a dismissed one comes back', async () => {
    const known = await makeCase(bed.server, 'ana', { title: 'Bank' }, [
      domain('shared.example'),
      domain('own.example'),
    ])
    for (let index = 9; index >= 1; index -= 1)
      await raise('ACME', `Wave ${index}`, [domain(`only-${index}.example`)], {
        date: Date.now() - index * 60_000,
        ...(index === 3 && { artifacts: [domain('shared.example')] }),
      })
    const visit = await bed.visit('ana')
    const { page, open, sent } = visit
    await open('/alerts')
    await eventually(() => rows(visit).count()).toBe(9)
    await chosen(visit, 'Wave 1')

    await dismiss(visit)
    await chosen(visit, 'Wave 2')
    await eventually(() => focused(visit)).toBe('Wave 2')
    await page.getByRole('button', { name: 'Undo' }).click()
    await chosen(visit, 'Wave 1')
    await eventually(() => rows(visit).count()).toBe(9)
    await dismiss(visit)
    await chosen(visit, 'Wave 2')
    await page.keyboard.press('j')
    await chosen(visit, 'Wave 3')
    await preview(visit)
      .getByRole('button', { name: `Merge into #${known.caseId}` })
      .waitFor()
    await page.keyboard.press('m')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Enter')
    await chosen(visit, 'Wave 4')
    await page.keyboard.press('k')
    await chosen(visit, 'Wave 2')
    await page.keyboard.press('i')
    await page.getByRole('dialog', { name: /New case/ }).waitFor()
    await page.keyboard.press('Enter')
    await chosen(visit, 'Wave 4')
    for (const next of [5, 6, 7, 8, 9]) {
      await dismiss(visit)
      await chosen(visit, `Wave ${next}`)
    }
    await dismiss(visit)
    await page.getByText('All read').waitFor()

    expect(sent('POST', '/api/v1/alert/merge/_bulk')).toHaveLength(1)
    expect(sent('POST', /^\/api\/v1\/alert\/[^/]+\/case$/)).toHaveLength(1)
    const changes = sent('PATCH', /^\/api\/v1\/alert\/[^/]+$/).map(({ body }) => body)
    expect(changes.filter((body) => 'dismissal' in (body as object))).toHaveLength(8)
    expect(changes.filter((body) => 'read' in (body as object))).toEqual([{ read: false }])
    const { rows: left } = await bed.server.as('ana').searchAlerts({ query: { status: 'New' } })
    expect(left).toEqual([])
  })

  it('2: a value that is known to be bad makes its alert malicious, and nothing runs for it', async () => {
    await judge('BETA', ip('203.0.113.66'))
    await raise('BETA', 'Known address', [ip('203.0.113.66'), domain('nobody-asked.example')])
    const visit = await bed.visit('ana-beta')
    await visit.open('/alerts')

    const row = rows(visit).filter({ hasText: 'Known address' })
    await row.getByText('1 of 2 observables malicious').waitFor()
    await row.getByText('Malicious', { exact: true }).waitFor()
    await preview(visit).getByText('1 of 2 observables is known to be malicious.').waitFor()
    expect(visit.sent('POST', /\/run$|engine\/job$/)).toEqual([])
  })

  it('4: everything is analyzed by one key, and verdicts show up by themselves', async () => {
    await raise('BETA', 'Not yet looked at', [
      domain('malicious-new.example'),
      domain('plain.example'),
    ])
    const visit = await bed.visit('ana-beta', ownProfile)
    await stopPolls(visit.context)
    const { page, open } = visit
    await open('/alerts')
    await chosen(visit, 'Not yet looked at')
    const row = rows(visit).filter({ hasText: 'Not yet looked at' })
    await row.getByText('2 observables not analyzed').waitFor()
    await preview(visit).getByText('2 analyses', { exact: true }).waitFor()
    await preview(visit).getByText('Likely next step: analyze.').waitFor()
    let reloads = 0
    page.on('load', () => {
      reloads += 1
    })

    await page.keyboard.press('a')
    await page.getByText('2 analyses started.').waitFor()

    await row.getByText('1 of 2 observables malicious').waitFor()
    await preview(visit)
      .getByRole('listitem')
      .filter({ hasText: 'malicious-new[.]example' })
      .getByText('Malicious', { exact: true })
      .waitFor()

    // Both may have been there when the page asked after its own run; this comes by an event alone.
    await judge('BETA', { ...domain('plain.example'), message: 'malicious' })
    await row.getByText('2 of 2 observables malicious').waitFor()
    await preview(visit)
      .getByRole('listitem')
      .filter({ hasText: 'plain[.]example' })
      .getByText('Malicious', { exact: true })
      .waitFor()
    expect(reloads).toBe(0)
  })

  it('3 and 5: a responder runs on the alert; a merge shows what is shared, and the case shows both', async () => {
    const { Demo_Block: block } = await enableResponders(bed.server, 'oa-gamma', ['Demo_Block'])
    const known = await makeCase(bed.server, 'ana-gamma', { title: 'Bank' }, [
      domain('shared.example'),
      ip('203.0.113.9'),
      domain('of-the-case.example'),
    ])
    const { id } = await raise('GAMMA', 'More of it', [
      domain('shared.example'),
      ip('203.0.113.9'),
      domain('new-here.example'),
    ])
    const visit = await bed.visit('ana-gamma')
    const { page, open, sent } = visit
    await open('/alerts')
    await chosen(visit, 'More of it')

    await preview(visit)
      .getByRole('link', { name: `#${known.caseId} Bank` })
      .waitFor()
    await preview(visit).getByText('2 of 3 observables shared').waitFor()
    const shared = preview(visit)
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Most similar case' }) })
      .getByRole('listitem')
    await eventually(async () => (await shared.allInnerTexts()).toSorted()).toEqual([
      '203[.]0[.]113[.]9',
      'shared[.]example',
    ])

    await page.keyboard.press('r')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Run Demo Block' })
    await dialog.getByText('TLP:AMBER').waitFor()
    await dialog.getByRole('button', { name: 'Run' }).click()
    await preview(visit).getByText('Blocked More of it').waitFor()
    await preview(visit).getByText('Success').waitFor()
    expect(sent('POST', '/api/connector/cortex/action').map(({ body }) => body)).toEqual([
      { cortexId: 'local', responderId: block, objectType: 'alert', objectId: id },
    ])

    // Its guests see all observables; the person who merges reads that before.
    const root = bed.server.as(superadmin)
    await root.createOrganization({ name: 'GUESTS', description: 'See a case' })
    await root.linkOrganisation({ id: 'GAMMA', other: 'GUESTS' })
    const guests = { organisationName: 'GUESTS', observables: 'all' } as const
    await bed.server.as('ana-gamma').shareCase({ id: known._id }, { shares: [guests] })
    await page.keyboard.press('m')
    const asked = page.getByRole('dialog', { name: `Merge the alert into case #${known.caseId}?` })
    await asked.getByText('GUESTS will see 3 observables, with their tags and messages').waitFor()
    await asked.getByText('custom fields stay in the alert').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: `Open case #${known.caseId}` }).click()
    await page.getByRole('heading', { level: 1, name: /Bank/ }).waitFor()
    const entries = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
    await entries.filter({ hasText: 'Alert More of it merged' }).waitFor()
    await entries.filter({ hasText: 'Demo Block ran on More of it' }).getByText('Success').waitFor()
  })

  it('6: a reader sees everything and decides nothing; what a colleague decides greys the row', async () => {
    await raise('DELTA', 'Second', [domain('second.example')], { date: Date.now() - 60_000 })
    const { id } = await raise('DELTA', 'First', [domain('first.example')])
    const visit = await bed.visit('rea-delta')
    const { page, open, sent } = visit
    await open('/alerts')
    await chosen(visit, 'First')
    await preview(visit).getByText('first[.]example').waitFor()

    const actions = /merge|new case|dismiss|analyze|assign|run\b|new alert/i
    expect(await page.getByRole('main').getByRole('button', { name: actions }).count()).toBe(0)
    await page.keyboard.press('x')
    await page.keyboard.press('i')
    await page.keyboard.press('j')
    await chosen(visit, 'Second')
    expect(sent('PATCH', /./)).toEqual([])
    expect(await page.getByRole('dialog').count()).toBe(0)

    await bed.server.as('oa-delta').updateAlertV1({ id }, { read: true })
    await rows(visit).filter({ hasText: 'First' }).getByText('dismissed by oa-delta').waitFor()
  })

  it('greys what a colleague takes, with the name, until the reader has moved on', async () => {
    await raise('EPSILON', 'Later', [domain('later.example')], { date: Date.now() - 60_000 })
    const { id } = await raise('EPSILON', 'Taken', [domain('taken.example')])
    const visit = await bed.visit('ana-epsilon')
    const { page, open } = visit
    await open('/alerts')
    await chosen(visit, 'Taken')
    const title = rows(visit).getByRole('link', { name: 'Taken' })
    const weight = () => title.evaluate((one) => getComputedStyle(one).fontWeight)
    expect(await weight()).toBe('600')

    await bed.server.as('oa-epsilon').updateAlertV1({ id }, { assignee: 'oa-epsilon' })
    await rows(visit).filter({ hasText: 'Taken' }).getByText('assigned to oa-epsilon').waitFor()
    await eventually(weight).toBe('400')
    await bed.server.as('oa-epsilon').updateAlertV1({ id }, { read: true })
    await rows(visit).filter({ hasText: 'Taken' }).getByText('dismissed by oa-epsilon').waitFor()
    await chosen(visit, 'Taken')
    await page.keyboard.press('j')
    await chosen(visit, 'Later')
    await dismiss(visit)
    await page.getByText('“Later” is dismissed.').waitFor()
    await page.goto(`${bed.server.origin}/alerts?view=all&dismissal=duplicate`)
    await eventually(() => rows(visit).count()).toBe(1)
    await rows(visit)
      .filter({ hasText: 'Later' })
      .getByText('dismissed by ana-epsilon (duplicate)')
      .waitFor()
  })

  it('sorts by the newest, the worst and the most similar, and draws few of 500 rows', async () => {
    await judge('ZETA', ip('203.0.113.66'))
    await makeCase(bed.server, 'ana-zeta', { title: 'Alike' }, [domain('alike.example')])
    await raise('ZETA', 'Bad one', [ip('203.0.113.66')], { date: Date.now() - 9e6 })
    await raise('ZETA', 'Similar one', [domain('alike.example')], { date: Date.now() - 8e6 })
    const many = Array.from({ length: 498 }, (_, at) => at)
    for (let from = 0; from < many.length; from += 50)
      await Promise.all(
        many
          .slice(from, from + 50)
          .map((at) => raise('ZETA', `Plain ${at}`, [], { date: Date.now() - at * 1000 })),
      )
    const visit = await bed.visit('ana-zeta')
    const { page, open } = visit
    await open('/alerts')
    await page.getByRole('region', { name: 'Alerts' }).getByText('500 new').waitFor()
    await eventually(() => rows(visit).first().innerText()).toContain('Plain 0')
    expect(await rows(visit).count()).toBeLessThan(60)

    const sortBy = async (name: string) => {
      await page.getByRole('button', { name: /first$|^Most similar/ }).click()
      await page.getByRole('button', { name, exact: true }).last().click()
    }
    await sortBy('Worst first')
    await eventually(() => rows(visit).first().innerText()).toContain('Bad one')
    await sortBy('Most similar first')
    await eventually(() => rows(visit).first().innerText()).toContain('Similar one')
    await page.getByRole('list', { name: 'Alerts' }).hover()
    await page.mouse.wheel(0, 100_000)
    await rows(visit).filter({ hasText: 'Plain 497' }).waitFor()
  })

  it('takes hostile titles as text, and can be read by everyone', manyScreens, async () => {
    const title = `<img src=x onerror=alert(1)> \u202egnp.exe ${'long '.repeat(90)}`
    const { id } = await raise('DELTA', title, [domain('hostile.example')], {
      description:
        '**bold** <script>alert(1)</script> ![pic](https://evil.example/p.png) [x](javascript:alert)',
    })
    const visit = await bed.visit('ana-delta')
    const { page, open, go, axe, fits } = visit
    await open('/alerts')
    const what = preview(visit).locator('section').filter({ hasText: 'What happened' })
    await what.getByText('bold', { exact: true }).waitFor()
    await what.getByText('<script>alert(1)</script>').waitFor()
    await page.getByRole('heading', { name: /⟨U\+202E⟩gnp/ }).waitFor()
    await axe()
    await fits()
    await go(`/alerts/${id}`)
    await page.getByRole('table', { name: 'Observables' }).waitFor()
    await axe()
    await fits()
  })
})
