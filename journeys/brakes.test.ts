import type { Locator } from 'playwright-core'
import { beforeAll, expect, it, vi } from 'vitest'
import { describeJourneys } from './bed.ts'
import { phone, withBrakes } from './brakes.ts'
import { patienceMs } from './patience.ts'
import { enableResponders, makeCase, makeOrganization } from './people.ts'
import { eventually } from './visit.ts'

describeJourneys('responders with brakes', withBrakes, (bed) => {
  let responders: Record<'Contain' | 'Lift' | 'LiftSlowly', string>
  let timed: string

  const ips = (...values: string[]) =>
    values.map((data) => ({ dataType: 'ip', data, ioc: true, tlp: 2 }))

  /** By an analyst with a key: what people do with forms is what the journeys are about. */
  async function askFor(caseTitle: string, data: string) {
    const { observableIds } = await makeCase(bed.server, 'ana', { title: caseTitle }, ips(data))
    const { engineJobId: jobId } = await bed.server.as('ana').runEngineAction({
      engineId: 'local',
      responderId: responders.Contain,
      objectType: 'case_artifact',
      objectId: observableIds[0] ?? '',
      parameters: { reason: caseTitle },
    })
    return responseOf(jobId)
  }

  const responseOf = async (jobId: string) => {
    const { rows } = await bed.server.as('ana').listResponses({ jobId })
    const [row] = rows
    if (!row) throw new Error(`Job ${jobId} has no response`)
    return row
  }

  const setPolicy = (more: object = {}) =>
    bed.server.as('oa').setResponderPolicy(
      { id: responders.Contain },
      {
        effect: 'contain',
        approval: 'always',
        inverse: { responder: responders.Lift, parameters: {} },
        undoAfterMinutes: 1_440,
        dryRun: { parameter: 'dry', value: true },
        ...more,
      },
    )

  beforeAll(async () => {
    const { server } = bed
    await makeOrganization(server)
    responders = await enableResponders(server, 'oa', ['Contain', 'Lift', 'LiftSlowly'])
    await server.as('oa').createProtectedValue({
      kind: 'range',
      value: '192.0.2.0/28',
      note: 'Company resolver',
    })
    await setPolicy({ approval: 'never', undoAfterMinutes: 1 })
    const { id, jobId } = await askFor('Lifted by the timer', '203.0.113.201')
    timed = id
    await vi.waitFor(async () => expect((await responseOf(jobId)).undoState).toBe('planned'), {
      timeout: patienceMs,
    })
    // The server looks every 30 seconds, while the other journeys run.
    server.isTimeToUndo(timed)
    await setPolicy()
  })

  it('refuses a protected address by name, and asks for the others with what the form says', async () => {
    const { page, open, sent, axe, fits } = await bed.visit('ana')
    const { id } = await makeCase(
      bed.server,
      'ana',
      { title: 'Hosts of a phishing page' },
      ips('198.51.100.23', '203.0.113.88', '192.0.2.5'),
    )
    await open(`/cases/${id}?tab=observables`)
    for (const start of ['198', '203', '192'])
      await page.getByRole('checkbox', { name: new RegExp(`^Select ${start}`) }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Respond' }).click()
    const dialog = page.getByRole('dialog', { name: 'Run a responder on 3 observables' })
    await dialog.getByRole('group', { name: 'Contain' }).getByRole('radio').check()

    const plan = dialog.getByRole('region', { name: 'What will happen' })
    const fates = () => plan.getByRole('listitem').allInnerTexts()
    await eventually(async () => (await fates()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
      '198[.]51[.]100[.]23 Contained for 24 h',
      '203[.]0[.]113[.]88 Contained for 24 h',
      '192[.]0[.]2[.]5 Refused: protected by “Company resolver” (192[.]0[.]2[.]0/28)',
    ])
    await dialog.getByText('2 of 3 will be sent.').waitFor()
    await dialog.getByText('within 24 h, else nothing happens').waitFor()
    await dialog.getByRole('button', { name: 'Dry run' }).waitFor()

    await dialog.getByLabel('Hours').fill('100')
    await dialog.getByRole('button', { name: 'Ask for approval' }).click()
    await dialog.getByText('At most 72.').waitFor()
    await dialog.getByText('Required.').waitFor()
    expect(await focusedName(dialog)).toBe('reason')
    expect(await dialog.getByLabel('Hours').inputValue()).toBe('100')
    await axe()
    await fits(phone, 320)

    await dialog.getByLabel('Hours').fill('24')
    await dialog.getByLabel('Reason').fill('Hosts of the phishing page')
    await page.keyboard.press('Control+Enter')
    await page.getByText('2 approvals requested. Nothing happens until').waitFor()
    expect(sent('POST', '/api/connector/engine/action').map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.objectContaining({
          parameters: {
            reason: 'Hosts of the phishing page',
            direction: 'in and out',
            hours: 24,
            dry: false,
          },
        }),
      ),
    )
    const { rows } = await bed.server.as('ana').listResponses({ state: 'asked' })
    expect(rows.flatMap(({ targets }) => targets.map(({ data }) => data)).sort()).toEqual([
      '198.51.100.23',
      '203.0.113.88',
    ])
  })

  it('draws no button where all targets are protected, and names the entry', async () => {
    const { page, open } = await bed.visit('ana')
    const { id } = await makeCase(bed.server, 'ana', { title: 'Ours' }, ips('192.0.2.7'))
    await open(`/cases/${id}?tab=observables`)
    await page.getByRole('checkbox', { name: /^Select 192/ }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('dialog', { name: 'Run responder' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: /^Select 192/ }).check()
    await page.locator('.bulk-bar').getByRole('button', { name: 'Respond' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('group', { name: 'Contain' }).getByRole('radio').check()
    await dialog.getByText('“Company resolver”').waitFor()
    await dialog.getByText('The target is refused. Nothing is sent.').waitFor()
    expect(await dialog.getByRole('button', { name: /^(Ask|Run|Dry)/ }).count()).toBe(0)
  })

  it('lets a second user approve, and not the author', async () => {
    const lead = await bed.visit('oa')
    await lead.open('/')
    await lead.page.getByRole('heading', { level: 1 }).waitFor()
    const asked = await askFor('To be approved', '198.51.100.77')

    const waiting = lead.page.getByRole('region', { name: 'Waiting for you' })
    const review = waiting.getByRole('link', { name: 'Review… 198[.]51[.]100[.]77' })
    await review.waitFor()
    await lead.axe()
    await lead.fits(phone)

    const author = await bed.visit('ana')
    await author.open(`/activity/responses?response=${asked.id}`)
    const own = author.page.getByRole('dialog')
    await own.getByText('You requested it, so you cannot approve it.').waitFor()
    expect(await own.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
    await own.getByRole('button', { name: /^Withdraw…/ }).waitFor()
    await author.open('/')
    await author.page.getByRole('heading', { level: 1 }).waitFor()
    expect(await author.page.getByRole('link', { name: /^Review…/ }).count()).toBe(0)

    await review.click()
    const dialog = lead.page.getByRole('dialog', { name: /198\[\.\]51\[\.\]100\[\.\]77/ })
    await dialog.getByText('not protected').waitFor()
    await dialog.getByText('To be approved').waitFor()
    await lead.axe()
    await lead.fits(phone, 320)
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await lead.page.getByText('Approved; it starts next.').waitFor()
    await dialog.getByText('undone in').waitFor()
    await dialog.getByRole('button', { name: /^Undo now…/ }).waitFor()
    expect(await responseOf(asked.jobId)).toMatchObject({ state: 'done', decidedBy: 'oa' })
  })

  it('says that an approval is void once the configuration has changed', async () => {
    const asked = await askFor('Changed in the meantime', '198.51.100.78')
    const { page, open, expectRefusals } = await bed.visit('oa')
    await open(`/activity/responses?response=${asked.id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Approve/ }).waitFor()
    await bed.server
      .as('oa')
      .updateResponder({ id: responders.Contain }, { configuration: { max_tlp: 2 } })
    expectRefusals(409)
    await dialog.getByRole('button', { name: /^Approve/ }).click()
    await dialog
      .getByRole('alert')
      .getByText(/changed|Nothing happened/)
      .waitFor()
    await dialog.getByText('Void').first().waitFor()
  })

  it('keeps a response whose undo is not known until a user states what became of it', async () => {
    await setPolicy({
      approval: 'never',
      inverse: { responder: responders.LiftSlowly, parameters: {} },
    })
    const { jobId, id } = await askFor('Cannot be lifted', '203.0.113.41')
    await eventually(async () => (await responseOf(jobId)).state).toBe('done')
    const undoing = await bed.server.as('ana').undoResponse({ id }, {})
    const undoJob = undoing.undoJobId ?? ''
    await eventually(async () => (await bed.server.as('ana').getJob({ id: undoJob })).status).toBe(
      'InProgress',
    )
    await bed.server.as('ana').deleteJob({ id: undoJob })
    await eventually(async () => (await responseOf(jobId)).undoState).toBe('unknown')
    await setPolicy()

    const { page, open, axe } = await bed.visit('ana')
    await open('/')
    const waiting = page.getByRole('region', { name: 'Waiting for you' })
    const row = waiting.getByRole('listitem').filter({ hasText: '203[.]0[.]113[.]41' })
    await row.getByText('Undo failed').waitFor()
    await row.getByRole('button', { name: /^Try again/ }).waitFor()
    await row.getByRole('button', { name: /^Lifted by hand/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Lifted by hand' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter at least 3 characters.').waitFor()
    await axe('light')
    await dialog.getByLabel('Reason').fill('Removed on the console of the firewall')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await responseOf(jobId)).toMatchObject({
      resolvedBy: 'ana',
      resolvedReason: 'Removed on the console of the firewall',
    })
  })

  it('sets budgets, protected observables and policies in the settings', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/settings/budgets')
    await page.getByRole('button', { name: 'Add a budget' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add a budget' })
    await dialog.getByRole('button', { name: 'Use limits of a free VirusTotal key' }).click()
    await axe('light')
    await fits(phone)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a name.').waitFor()
    await dialog.getByLabel('Name').fill('URL scans')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page
      .getByRole('row')
      .filter({ hasText: 'URL scans' })
      .getByText('4 per minute, 500 per day, 15,500 per month')
      .waitFor()
    await axe('light')
    await fits(phone)

    await open('/settings/protected')
    await page.getByRole('button', { name: 'Protect an observable' }).first().click()
    const entry = page.getByRole('dialog', { name: 'Protect an observable' })
    await entry.getByLabel('Kind').selectOption('Domain')
    await entry.getByLabel('Observable').fill('corp.example')
    await entry.getByLabel('Note').fill('Our domain')
    await axe('light')
    await entry.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'corp[.]example' }).waitFor()
    await page.getByLabel('Observable to check').fill('https://www.corp[.]example/')
    await page.getByRole('button', { name: 'Check', exact: true }).click()
    await page.getByText(/is protected by “Our domain”/).waitFor()
    await axe('light')
    await fits(phone)

    await open(`/settings/responders/${responders.Lift}`)
    const policy = page.getByRole('region', { name: 'Policy' })
    await policy.getByText('No policy: it runs at once').waitFor()
    await policy.getByRole('button', { name: 'Set a policy' }).click()
    const form = page.getByRole('dialog', { name: /^Policy of/ })
    await form.getByRole('radio', { name: 'changes something' }).check({ force: true })
    await form.getByLabel('Runs an hour').fill('30')
    await axe('light')
    await fits(phone)
    await form.getByRole('button', { name: 'Save' }).click()
    await policy.getByText('30 runs an hour').waitFor()
    expect(await bed.server.as('oa').getResponderPolicy({ id: responders.Lift })).toMatchObject({
      isSet: true,
      effect: 'change',
      approval: 'always',
      perHour: 30,
    })
  })

  it('speaks French, and is decided on a phone', async () => {
    const asked = await askFor('À approuver', '198.51.100.90')
    const { page, open, axe, fits } = await bed.visit('oa', {
      locale: 'fr-FR',
      viewport: { width: phone, height: 844 },
    })
    await open(`/activity/responses?response=${asked.id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Une approbation porte exactement sur ce plan').waitFor()
    await axe('light')
    await fits(phone, 320)
    await dialog.getByRole('button', { name: /^Refuser…/ }).click()
    const reason = page.getByRole('dialog', { name: 'Refuser cette réponse ?' })
    await reason.getByLabel('Motif').fill('Adresse d’un client')
    await reason.getByRole('button', { name: 'Refuser' }).click()
    await dialog.getByText('Refusé', { exact: true }).first().waitFor()
    expect(await responseOf(asked.jobId)).toMatchObject({
      state: 'rejected',
      decisionReason: 'Adresse d’un client',
    })
  })

  it('lifts what was done when its time is over, and says so', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/activity/responses?guarded=all')
    const panel = page.getByRole('region', { name: 'Responses with a policy' })
    const card = panel.getByRole('article', { name: 'Contain on 203[.]0[.]113[.]201' })
    await card
      .getByText('Undone', { exact: true })
      .first()
      .waitFor({ timeout: 2 * patienceMs })
    expect(await bed.server.as('ana').getResponse({ id: timed })).toMatchObject({
      state: 'undone',
      undoAttempts: 1,
    })
    await axe()
    await fits(phone, 320)
  })
})

const focusedName = (within: Locator) =>
  within.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name ?? '')
