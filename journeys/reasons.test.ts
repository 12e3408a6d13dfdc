import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeCase, makeOrganization, runToEnd } from './people.ts'
import { mail } from './samples.ts'
import { eventually } from './visit.ts'

const imitation = { dataType: 'domain', data: 'paypa1-login.example' }
const pathOf = ({ dataType, data }: typeof imitation) =>
  `/observables?type=${dataType}&value=${encodeURIComponent(data)}`

const inFrance = { locale: 'fr-FR' }

/** Names and addresses that a reader could follow. */
const live = /paypa1-login\.(?:example|test)|security@paypal\.com|203\.0\.113\.66/

describeJourneys('reasons', {}, (bed) => {
  let ids: Record<'Assay_Domain' | 'Assay_Mail' | 'Assay_Lists' | 'Verdict', string>
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    ids = await enableAnalyzers(bed.server, oa, [
      'Assay_Domain',
      'Assay_Mail',
      'Assay_Lists',
      'Verdict',
    ])
    await runToEnd(bed.server, 'ana', ids.Assay_Domain, imitation)
  })

  it('are French for a French reader, everywhere, and no address in them works', async () => {
    const job = await runToEnd(bed.server, 'ana', ids.Assay_Mail, {
      dataType: 'file',
      attachment: new File([mail], 'account locked.eml'),
    })
    const { id } = await makeCase(bed.server, 'ana', { title: 'Noms' }, [imitation])
    const saved = await bed.server
      .as('ana')
      .createInvestigation({ name: 'Noms', values: [imitation], jobIds: [job.id] })
    const { page, open, go, axe, fits } = await bed.visit('ana', inFrance)
    const french = /Imitation de paypal\[\.\]com\u00a0: paypa1-login\[\.\]example/

    await open(pathOf(imitation))
    const band = page.getByRole('region', { name: 'Verdict' })
    await band.getByRole('listitem').getByText(french).waitFor()
    await band.getByRole('listitem').getByText('1 remplace l, mots ajoutés').waitFor()
    await page.getByText('Domaine', { exact: true }).first().waitFor()
    // The line of the analyzer says the same, and the report.
    await eventually(() => page.getByText(/Imitation de paypal/).count()).toBeGreaterThan(1)
    await band.getByRole('link').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByText(french).waitFor()
    await page.keyboard.press('Escape')
    await axe()
    await fits()

    await page.getByRole('button', { name: 'Autres actions' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /Markdown/ }).click(),
    ])
    const markdown = await readFile(await download.path(), 'utf8')
    expect(markdown).toContain('Imitation de paypal')
    expect(markdown).not.toMatch(live)

    await go(`/investigations/${saved.id}`)
    await page.getByText(french).waitFor()
    await page.getByText(/DMARC \w+ pour/).waitFor()
    await go(`/cases/${id}?tab=observables`)
    await page.getByText(french).waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(live)
    await go('/')
    await page.getByText(french).first().waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(live)
  })

  it('of other analyzers are sentences in both languages', async () => {
    const value = { dataType: 'domain', data: 'other.example' }
    await runToEnd(bed.server, 'ana', ids.Verdict, { ...value, message: 'malicious' })
    const read = async (sentence: string, options?: typeof inFrance) => {
      const { page, open } = await bed.visit('ana', options)
      await open(pathOf(value))
      const band = page.getByRole('region', { name: 'Verdict' })
      await band.getByRole('listitem').getByText(sentence).waitFor()
    }

    await read('Demo: detections is 32/94.')
    await read('Demo : detections vaut 32/94.', inFrance)
  })

  it('say first that analyzers disagree', async () => {
    const { oa, ana } = await makeOrganization(bed.server, 'BETA')
    const value = { dataType: 'domain', data: 'both.example' }
    for (const name of ['partners.txt', 'soc.txt'])
      await bed.server.as(oa).uploadResource({ attachment: new File([value.data], name) })
    const { Assay_Lists } = await enableAnalyzers(bed.server, oa, ['Assay_Lists'], {
      configuration: {
        allow_lists: ['upload:partners.txt'],
        block_lists: ['upload:soc.txt'],
      },
    })
    await runToEnd(bed.server, ana, Assay_Lists, value)
    const { page, open } = await bed.visit(ana)

    await open(pathOf(value))
    const reasons = page.getByRole('region', { name: 'Verdict' }).getByRole('listitem')
    await eventually(() => reasons.first().innerText()).toContain(
      'Conflict: on allow list “partners” and on block list “soc”',
    )
    await reasons.getByText('Benign: On allow list “partners”').waitFor()
  })

  it('suggest techniques, which a user adds with one click', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Techniques' }, [imitation])
    const { page, open, sent, axe } = await bed.visit('ana')

    await open(`/cases/${id}`)
    await page.getByRole('heading', { name: 'Suggested by findings' }).waitFor()
    await page
      .getByText(/T1583\.001, because of paypa1-login\[\.\]example: Look-alike of/)
      .waitFor()
    await page.getByText('No techniques yet.').waitFor()
    await axe()
    expect(sent('POST', /procedure$/)).toEqual([])
    await page.getByRole('button', { name: 'Add the technique Domains' }).click()
    await page.getByRole('button', { name: 'Remove the technique Domains' }).waitFor()
    await eventually(() =>
      page.getByRole('heading', { name: 'Suggested by findings' }).count(),
    ).toBe(0)
  })
})
