import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

describeJourneys('the overview', {}, (bed) => {
  /** Per analyst: the first journey begins with nothing, so it has its own organization. */
  const verdicts = new Map<string, string>()
  const analyze = (data: string, level?: string, by = 'ana') =>
    runToEnd(bed.server, by, verdicts.get(by) ?? '', {
      dataType: 'domain',
      data,
      ...(level ? { parameters: { level } } : {}),
    })
  beforeAll(async () => {
    for (const organization of ['ACME', 'BETA']) {
      const { oa, ana } = await makeOrganization(bed.server, organization)
      verdicts.set(ana, (await enableAnalyzers(bed.server, oa, ['Verdict'])).Verdict)
    }
  })
  const closed = {
    status: 'Resolved',
    resolutionStatus: 'FalsePositive',
    impactStatus: 'NoImpact',
  } as const

  it('begins with the first step, then with threats, and each count opens its list', async () => {
    const { page, open, axe, fits } = await bed.visit('ana-beta')
    const heading = page.getByRole('heading', { level: 1 })
    await open('/')
    await heading.getByText('No malicious observables since yesterday.').waitFor()
    // The box of the first run and its three samples, in place of the threats.
    await page.getByRole('heading', { name: 'Nothing analyzed yet' }).waitFor()
    await eventually(() => page.getByRole('radio').count()).toBe(3)
    await page.getByLabel('Paste text or drop a file').fill('203[.]0[.]113[.]9')
    await page.getByRole('button', { name: 'Analyze with 1 analyzer', exact: true }).waitFor()
    await axe()

    // §3.2: what is found out elsewhere appears without a reload, above what is in a case.
    const held = ['old-held-malicious.com', 'new-held-malicious.com']
    await makeCase(
      bed.server,
      'ana-beta',
      { title: 'Known' },
      held.map((data) => ({ dataType: 'domain', data })),
    )
    await analyze('old-held-malicious.com', undefined, 'ana-beta')
    await makeAlert(bed.server, 'ana-beta')
    // The new alert has no owner: that is what waits, and the threats stand below it.
    await heading.getByText('1 decision waits for you').waitFor()
    await page.getByText('1 malicious observable since yesterday. 1 alert needs triage.').waitFor()
    await analyze('free-malicious.com', undefined, 'ana-beta')
    await page.getByText('2 malicious observables since yesterday, 1 not in a case.').waitFor()
    await analyze('new-held-malicious.com', undefined, 'ana-beta')
    await page.getByText('3 malicious observables since yesterday, 1 not in a case.').waitFor()
    const rows = page.getByRole('region', { name: 'Threats' }).getByRole('listitem')
    await eventually(async () =>
      (await rows.allInnerTexts()).map((row) => /\S+-mal/.exec(row)?.[0]),
    ).toEqual(['free-mal', 'new-held-mal', 'old-held-mal'])
    await axe()
    await fits()
    const api = bed.server.as('ana-beta')
    const { total } = await api.searchValues({ level: 'malicious', range: '0-1' })
    expect(total).toBe(3)

    // §3.1
    for (const [name, address] of [
      ['New alerts 1', '/alerts?status=New'],
      ['Open cases 1', '/cases?status=Open'],
      ['My tasks 0', '/tasks?view=mine'],
    ] as const) {
      await open('/')
      await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
      await eventually(() => page.url()).toBe(`${bed.server.origin}${address}`)
    }
    await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
    await open('/')
    await page.getByRole('link', { name: /^Verdict changes 0/ }).click()
    await page.getByText('No verdicts worsened for case observables.').waitFor()
  })

  it('§3.3: adds a threat to a case, which the row then names', async () => {
    const { page, open } = await bed.visit('ana')
    await analyze('left-malicious.com')
    await analyze('row-malicious.com')
    await open('/')
    const rows = page.getByRole('region', { name: 'Threats' }).getByRole('listitem')
    const row = rows.filter({ hasText: 'row-malicious' })
    const order = async () =>
      (await rows.allInnerTexts()).flatMap((words) => /(left|row)-mal/.exec(words)?.[1] ?? [])
    await row.waitFor()
    expect(await order()).toEqual(['row', 'left'])
    await row.getByRole('button', { name: 'Add to case' }).click()
    await page.getByRole('textbox', { name: /Title of the case/ }).fill('From the overview')
    await page.getByRole('button', { name: 'Create case' }).click()
    await row.getByText(/^case #\d+$/).waitFor()
    await eventually(order).toEqual(['left', 'row'])
    const [known] = await bed.server
      .as('ana')
      .valueVerdicts({ values: [{ dataType: 'domain', data: 'row-malicious.com' }] })
    expect(known).toMatchObject({ level: 'malicious', cases: [{ title: 'From the overview' }] })
  })

  it('§3.4: a value of a closed case that turned malicious waits for a decision, which reopens it', async () => {
    const { page, open } = await bed.visit('ana')
    const api = bed.server.as('ana')
    await analyze('turned.com', 'safe')
    const made = await makeCase(bed.server, 'ana', { title: 'Closed too early' }, [
      { dataType: 'domain', data: 'turned.com' },
    ])
    await api.updateCase({ id: made.id }, closed)
    await analyze('turned.com', 'malicious')
    await open('/')
    const waiting = page
      .getByRole('region', { name: 'Waiting for you' })
      .getByRole('listitem')
      .filter({ hasText: 'turned[.]com' })
    await waiting.getByText(/Benign/).waitFor()
    await waiting.getByRole('button', { name: `Reopen #${made.caseId}` }).click()
    await page.getByText(`Case #${made.caseId} is open again.`).waitFor()
    await page
      .getByRole('region', { name: 'Verdict changes' })
      .getByRole('listitem')
      .filter({ hasText: 'turned[.]com' })
      .waitFor()
    await waiting.waitFor({ state: 'detached' })
    expect((await api.getCase({ id: made.id })).status).toBe('Open')
    await open(`/cases/${made.id}`)
    await page.getByRole('region', { name: 'Timeline' }).getByText('reopened the case').waitFor()
  })

  it('says what waits for the reader, until it is decided, and then the threats again', async () => {
    await makeOrganization(bed.server, 'GAMMA')
    const api = bed.server.as('ana-gamma')
    const made = await makeCase(bed.server, 'ana-gamma', { title: 'Late work' })
    const task = await api.createCaseTask(
      { id: made.id },
      { title: 'Call the bank', owner: 'ana-gamma', dueDate: Date.now() - 3_600_000 },
    )
    const { id } = await makeAlert(bed.server, 'ana-gamma')
    const { page, open, axe, fits } = await bed.visit('ana-gamma')
    await open('/')
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByText('2 decisions wait for you').waitFor()
    const rows = page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem')
    await rows.filter({ hasText: 'Task overdue' }).getByText('Call the bank').first().waitFor()
    await rows.filter({ hasText: '1 new alert has no owner' }).waitFor()
    await axe()
    await fits()

    await api.updateAlertV1({ id }, { assignee: 'ana-gamma' })
    await heading.getByText('1 decision waits for you').waitFor()
    await api.updateTask({ id: task.id }, { status: 'Completed' })
    await heading
      .getByText('No malicious observables since yesterday. 1 alert needs triage.')
      .waitFor()
    expect(await page.getByRole('region', { name: 'Waiting for you' }).count()).toBe(0)
  })

  it('is walked by keys: j and k through the threats, Enter opens, c adds to a case', async () => {
    const { page, open } = await bed.visit('ana')
    for (const data of ['keys-one-malicious.com', 'keys-two-malicious.com']) await analyze(data)
    await open('/')
    const rows = page.getByRole('region', { name: 'Threats' }).getByRole('listitem')
    await rows.filter({ hasText: 'keys-two' }).waitFor()
    const focusedRow = () =>
      page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? '')
    const shown = await rows.allInnerTexts()
    await page.keyboard.press('j')
    await eventually(focusedRow).toContain('keys-two')
    await page.keyboard.press('j')
    await eventually(focusedRow).toContain('keys-one')
    await page.keyboard.press('k')
    await eventually(focusedRow).toContain('keys-two')
    expect(shown[0]).toContain('keys-two')

    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await eventually(() =>
      dialog.getByRole('textbox', { name: /Title of the case/ }).inputValue(),
    ).toContain('keys-two')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await eventually(() => new URL(page.url()).searchParams.get('value')).toBe(
      'keys-two-malicious.com',
    )
  })

  it('counts the techniques of open cases, and no others', async () => {
    const { page, open, axe } = await bed.visit('ana')
    const api = bed.server.as('ana')
    const technique = { patternId: 'T1566.002', occurDate: Date.now() }
    const [one, other, over] = await Promise.all(
      ['One', 'Other', 'Over'].map((title) => makeCase(bed.server, 'ana', { title })),
    )
    for (const made of [one, other, over])
      await api.createCaseProcedure({ id: made?.id ?? '' }, technique)
    await api.updateCase({ id: over?.id ?? '' }, closed)
    await open('/')
    const panel = page.getByRole('region', { name: 'Techniques in open cases' })
    await eventually(() => panel.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/^Spearphishing Link\s+T1566\.002\s+2$/),
    ])
    await axe()
  })

  it('shows a reader the same, and nothing to press', async () => {
    // What could be pressed: a threat in no case, and a verdict that changed in one that is closed.
    await analyze('alarming-malicious.com')
    await makeAlert(bed.server, 'ana', {
      artifacts: [{ dataType: 'domain', data: 'alarming-malicious.com' }],
    })
    await analyze('told.com', 'safe')
    const made = await makeCase(bed.server, 'ana', { title: 'For readers' }, [
      { dataType: 'domain', data: 'told.com' },
    ])
    await bed.server.as('ana').updateCase({ id: made.id }, closed)
    await analyze('told.com', 'malicious')
    const { page, open, axe, fits } = await bed.visit('rea')
    await open('/')
    await page.getByRole('heading', { level: 1, name: /malicious observable/ }).waitFor()
    const row = (region: string, value: string) =>
      page.getByRole('region', { name: region }).getByRole('listitem').filter({ hasText: value })
    await row('Threats', 'alarming-malicious').waitFor()
    await row('Verdict changes', 'told[.]com').waitFor()
    await page.getByRole('link', { name: /^Open cases/ }).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('button', { name: /Add to case|Reopen|Analyze/ }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Engine' }).count()).toBe(0)
    await axe()
    await fits()
  })

  it('the line of the engine stands out once an analyzer fails more than half of ten', async () => {
    const { page, open } = await bed.visit('ana')
    const { Fail } = await enableAnalyzers(bed.server, 'oa', ['Fail'])
    const fail = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, at) =>
          runToEnd(bed.server, 'ana', Fail, { dataType: 'domain', data: `f${from + at}.example` }),
        ),
      )
    await fail(0, 5)
    await open('/')
    const engine = page.getByRole('region', { name: 'Engine' })
    await engine.getByText('5 failed.').waitFor()
    expect(await engine.getAttribute('data-tone')).toBeNull()
    await fail(5, 6)
    await open('/')
    await engine.getByText('Fail is failing').waitFor()
    expect(await engine.getAttribute('data-tone')).toBe('warn')
  })
})
