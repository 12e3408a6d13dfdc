import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableWorkers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { textOfPages } from './print.ts'
import { ownProfile, stopPolls } from './profiles.ts'
import { eventually, type Visit } from './visit.ts'

const bad = { dataType: 'ip', data: '203.0.113.66' }

describeJourneys('the story of a case', {}, (bed) => {
  let analyzers: Record<'Verdict', string>
  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    analyzers = await enableWorkers(bed.server, oa, {
      analyzers: ['Verdict'],
      responders: ['Demo_Block', 'Demo_Refuse'],
    })
    await runToEnd(bed.server, 'ana', analyzers.Verdict, bad)
  })

  const timeline = ({ page }: Visit) => page.getByRole('region', { name: 'Timeline' })
  const entries = (visit: Visit) => timeline(visit).getByRole('listitem')

  it('1: is read by everyone, and a comment shows up in another browser by itself', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Told by two' })
    const reader = await bed.visit('rea', ownProfile)
    await stopPolls(reader.context)
    await reader.open(`/cases/${id}`)
    await entries(reader).filter({ hasText: 'ana opened the case' }).waitFor()
    expect(await reader.page.getByLabel('Write a comment…').count()).toBe(0)

    const writer = await bed.visit('ana')
    const { page, open } = writer
    await open(`/cases/${id}`)
    await page.getByLabel('Write a comment…').waitFor()
    await page.keyboard.press('m')
    await page.keyboard.type('Two colleagues **clicked**')
    await page.reload()
    const field = page.getByLabel('Write a comment…')
    await eventually(() => field.inputValue()).toBe('Two colleagues **clicked**')
    await field.focus()
    await page.keyboard.press('Control+Enter')

    await entries(reader).filter({ hasText: 'Two colleagues clicked' }).waitFor()
    await eventually(() => field.inputValue()).toBe('')
    const own = entries(writer).filter({ hasText: 'Two colleagues' })
    await own.getByRole('button', { name: 'Edit comment' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('Three colleagues')
    await page.getByRole('button', { name: 'Save' }).click()
    await entries(reader).filter({ hasText: 'Three colleagues' }).getByText('(edited)').waitFor()
    expect(
      await timeline(reader)
        .getByRole('button', { name: /comment/ })
        .count(),
    ).toBe(0)

    await entries(writer)
      .filter({ hasText: 'Three colleagues' })
      .getByRole('button', { name: 'Delete comment' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await entries(reader).filter({ hasText: 'Three colleagues' }).waitFor({ state: 'detached' })
  })

  it('2: Markdown is drawn, and what is hostile in it is text', async () => {
    const description = [
      '**bold** and `code`, see #1 and @ana',
      '',
      '| who | what |',
      '|---|---|',
      '| ana | looked |',
      '',
      '<img src=x onerror=alert(1)>',
      '[press me](javascript:alert)',
      '![remote](https://evil.example/p.png) [far](https://evil.example/a)',
    ].join('\n')
    const { id } = await makeCase(bed.server, 'ana', { title: 'Written', description })
    const { page, open, axe } = await bed.visit('ana')
    await open(`/cases/${id}`)

    await page.locator('strong').getByText('bold', { exact: true }).waitFor()
    await page.getByRole('columnheader', { name: 'who' }).waitFor()
    await page.getByRole('cell', { name: 'looked' }).waitFor()
    await page.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await page.getByRole('main').locator('img').count()).toBe(0)
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /press me|far/ })
        .count(),
    ).toBe(0)
    await page.getByRole('button', { name: 'hxxps://evil[.]example/a' }).click()
    await page.getByRole('button', { name: 'Copy defanged' }).waitFor()
    await page.keyboard.press('Escape')
    await axe()
    await page.getByRole('link', { name: '#1', exact: true }).click()
    await eventually(() => new URL(page.url()).pathname).toBe('/cases/1')
  })

  it('3: a value that is known to be bad is malicious in a new case, before anything runs', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Known' }, [bad])
    const { page, open, sent } = await bed.visit('ana')
    await open(`/cases/${id}?tab=observables`)

    const row = page.getByRole('row').filter({ hasText: '203[.]0[.]113[.]66' })
    await row.getByRole('link', { name: 'Malicious' }).waitFor()
    await row.getByText('detections is 32/94').waitFor()
    expect(sent('POST', /\/run$|engine\/job$/)).toEqual([])
  })

  it('4: what a responder does is an entry of the story, and moves on by itself', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'To be blocked' })
    const visit = await bed.visit('ana', ownProfile)
    await stopPolls(visit.context)
    const { page, open } = visit
    await open(`/cases/${id}`)
    let reloads = 0
    page.on('load', () => {
      reloads += 1
    })
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Respond' }).click()
      await page.getByRole('radio', { name: new RegExp(name) }).check()
      await page.getByRole('button', { name: `Run ${name}` }).click()
    }
    await act('Demo Block')
    const block = entries(visit).filter({ hasText: 'Demo Block ran on the case' })
    await block.getByText('Success').waitFor()
    await block.getByText('Blocked To be blocked').first().waitFor()
    await act('Demo Refuse')
    const refuse = entries(visit).filter({ hasText: 'Demo Refuse ran on the case' })
    await refuse.getByText('Failure').waitFor()
    await refuse.getByText('The firewall does not accept this rule').waitFor()
    await block.getByRole('button', { name: 'Report' }).click()
    await block.getByText('AddTagToCase').first().waitFor()
    expect(reloads).toBe(0)

    await timeline(visit).getByText('Comments', { exact: true }).click()
    await eventually(() => entries(visit).count()).toBe(0)
    await timeline(visit).getByText('Findings', { exact: true }).click()
    await timeline(visit).getByText('All', { exact: true }).click()
    await refuse.waitFor()
  })

  it('5 and 6: a technique is found by a word; the report prints it, with TLP on every page', async () => {
    const api = bed.server.as('ana')
    const description = `See https://evil.example/login\n\n${'A line of the story.\n\n'.repeat(120)}`
    const { id, caseId: number } = await makeCase(
      bed.server,
      'ana',
      { title: 'For the manager', description, tlp: 3 },
      [bad, { dataType: 'url', data: 'https://evil.example/login' }],
    )
    const alert = await makeAlert(bed.server, 'ana', { title: 'First sign', artifacts: [bad] })
    await api.mergeAlertV1({ id: alert.id, caseId: id })
    await api.createCaseComment({ id }, { message: 'Seen at http://evil.example/x' })
    const visit = await bed.visit('ana')
    const { page, open } = visit
    await open(`/cases/${id}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByLabel('Name or number, such as T1566').fill('spear')
    await page.getByRole('radio', { name: /Spearphishing Link/ }).check()
    await page.getByRole('button', { name: 'Add T1566.002' }).click()
    await page.getByText('T1566.002 · Initial access').waitFor()
    await entries(visit).filter({ hasText: 'added technique Spearphishing Link' }).waitFor()

    await page.getByRole('link', { name: 'Report', exact: true }).click()
    await page.getByRole('heading', { name: 'Techniques' }).waitFor()
    const sheets = textOfPages(await page.pdf({ format: 'A4' }))
    expect(sheets.length).toBeGreaterThan(1)
    for (const sheet of sheets) expect(sheet.match(/TLP:\s*RED/g)?.length).toBeGreaterThanOrEqual(2)
    // Each word is a piece of its own.
    const paper = sheets.join(' ').replaceAll(/\s+/g, ' ')
    for (const words of ['T1566.002', 'hxxps://evil[.]example/login', 'Malicious', 'First sign'])
      expect(paper).toContain(words)
    expect(paper).not.toMatch(/https?:\/\/|Search or paste|203\.0\.113\.66/)

    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('button', { name: 'Save as Markdown' }).click()
    const dialog = page.getByRole('dialog', { name: 'This case is TLP:RED' })
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toBe(`case-${number}-report-v1.md`)
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk))
    const file = Buffer.concat(chunks).toString('utf8')
    for (const words of ['TLP:RED', 'T1566.002 Spearphishing Link', 'First sign', 'Malicious'])
      expect(file).toContain(words)
    expect(file).not.toMatch(/https?:\/\/|203\.0\.113\.66/)

    await page.getByRole('button', { name: 'More for section Timeline' }).click()
    await page.getByRole('button', { name: 'Remove section' }).click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor({ state: 'detached' })
  })

  it('says that a closed case is over, and opens it again', async () => {
    const { id } = await makeCase(bed.server, 'ana', { title: 'Over' })
    await bed.server
      .as('ana')
      .updateCaseV1({ id }, { status: 'Resolved', resolutionStatus: 'TruePositive' })
    const visit = await bed.visit('ana')
    const { page, open } = visit
    await open(`/cases/${id}`)
    await page.getByText('This case is closed: Resolved, True positive.').waitFor()
    await entries(visit).filter({ hasText: 'ana closed the case' }).waitFor()
    await page.getByLabel('Write a comment…').waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await entries(visit).filter({ hasText: 'ana reopened the case' }).waitFor()
  })

  it('draws how the values hang together, and says it in a list', async () => {
    const value = { dataType: 'domain', data: 'malicious-hub.example' }
    await runToEnd(bed.server, 'ana', analyzers.Verdict, value)
    const { id } = await makeCase(bed.server, 'ana', { title: 'Hub' }, [value])
    await makeCase(bed.server, 'ana', { title: 'Also hub' }, [value])
    const { page, open } = await bed.visit('ana')
    await open(`/cases/${id}?tab=relations`)
    await page
      .getByRole('link', { name: /control-of-malicious/ })
      .first()
      .waitFor()
    await page
      .getByRole('link', { name: /Also hub/ })
      .first()
      .waitFor()
    await page.getByText('List', { exact: true }).click()
    await page
      .getByRole('listitem')
      .filter({ hasText: 'malicious-hub[.]example' })
      .getByRole('link', { name: /Also hub/ })
      .waitFor()
  })
})
