import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const pathOf = (data: string) => `/observables?type=domain&value=${data}`
const named = (data: string) => ({ dataType: 'domain', data })

describeJourneys('an analyst decides', {}, (bed) => {
  let verdict: string
  beforeAll(async () => {
    await makeOrganization(bed.server)
    verdict = (await enableAnalyzers(bed.server, 'oa', ['Verdict'])).Verdict
  })
  const judge = (data: string, message: string) =>
    runToEnd(bed.server, 'oa', verdict, { dataType: 'domain', data, message })
  const levelOf = async (data: string) => {
    const [one] = await bed.server.as('oa').valueVerdicts({ values: [named(data)] })
    return one?.level
  }

  it('that a hit is a false positive: effects first, named next to the verdict, ended by a press', async () => {
    const { page, open, go, axe, fits } = await bed.visit('ana')
    await judge('partner.example', 'malicious')
    const made = await makeCase(bed.server, 'oa', { title: 'Reported' }, [named('partner.example')])
    await open(pathOf('partner.example'))
    await page.getByRole('button', { name: 'Mark as…' }).waitFor()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Mark partner[.]example as…' })
    const changes = dialog.getByRole('region', { name: 'What changes' })
    await changes.getByText('Shown at once in 1 case and 0 alerts.').waitFor()
    expect(await changes.getByText('Malicious').count()).toBe(1)
    await axe()
    await fits()

    await dialog.getByRole('button', { name: 'Mark as false positive' }).click()
    await dialog.getByText('Enter a reason of at least 3 characters').waitFor()
    // Only an orgadmin may mark without an end.
    expect(await dialog.getByRole('option', { name: 'Never' }).count()).toBe(0)
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our partner; the entry was wrong')
    await dialog.getByRole('button', { name: 'Mark as false positive' }).click()

    const line = page.getByRole('region', { name: 'Verdicts of analysts' })
    await line.getByText('“Our partner; the entry was wrong”').waitFor()
    await line.getByText('Malicious').waitFor()
    await page.getByRole('heading', { name: /^Marked benign by an analyst: Our partner/ }).waitFor()
    await axe()
    await fits()
    expect(await levelOf('partner.example')).toBe('safe')

    await go('/settings/verdicts')
    await page.getByRole('row', { name: /partner\[\.\]example/ }).waitFor()
    await axe()
    await fits()
    await go(`/cases/${made.id}`)
    await page.getByText(/marked partner\[\.\]example as benign/).waitFor()

    await go(pathOf('partner.example'))
    await line.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
    await line.waitFor({ state: 'detached' })
    expect(await levelOf('partner.example')).toBe('malicious')
  })

  it('after a colleague has decided otherwise: what is replaced is named first', async () => {
    const { page, open, expectRefusals } = await bed.visit('oa')
    expectRefusals(409)
    await judge('contested.example', 'suspicious')
    await open(pathOf('contested.example'))
    await page.getByRole('button', { name: 'Mark as…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Mark contested/ })
    await dialog.getByRole('region', { name: 'What changes' }).getByText('Suspicious').waitFor()
    await bed.server.as('ana').markValues({
      values: [named('contested.example')],
      level: 'safe',
      cause: 'ownTest',
      reason: 'own campaign',
      expiresAt: Date.now() + 86_400_000,
    })

    await dialog.getByRole('radio', { name: /^Malicious/ }).check()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen in the proxy logs')
    await dialog.getByRole('combobox', { name: 'Expires' }).selectOption({ label: 'Never' })
    await dialog.getByRole('button', { name: 'Mark as malicious' }).click()
    await dialog.getByText(/Another analyst has marked it since/).waitFor()
    await dialog.getByText(/Replaces the verdict of ana: Benign, “own campaign”/).waitFor()
    await dialog.getByRole('button', { name: 'Mark as malicious' }).click()
    await dialog.waitFor({ state: 'detached' })
    await eventually(() => levelOf('contested.example')).toBe('malicious')
  })
})
