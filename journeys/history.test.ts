import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const named = (data: string) => ({ dataType: 'domain', data })
const pathOf = (data: string) => `/observables?type=domain&value=${data}`
const historyOf = (data: string) => `${pathOf(data)}&history=1`
const day = 86_400_000

const folder = mkdtempSync(join(tmpdir(), 'assay-history-'))

/** What was written some time ago: no test waits for days. */
function inThePast(work: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, 'assay.sqlite'), { timeout: 10_000 })
  work(database)
  database.close()
}

describeJourneys('how a verdict came about', { environment: { ASSAY_DATA_DIR: folder } }, (bed) => {
  let ids: Record<'Verdict' | 'Echo', string>
  beforeAll(async () => {
    await makeOrganization(bed.server)
    ids = await enableAnalyzers(bed.server, 'oa', ['Verdict', 'Echo'])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const judge = (data: string, message: string, as = 'oa') =>
    runToEnd(bed.server, as, ids.Verdict, { dataType: 'domain', data, message })
  const list = (...lines: string[]) =>
    bed.server.as('oa').uploadResource({
      name: 'block.txt',
      attachment: new File([`${lines.join('\n')}\n`], 'block.txt'),
    })

  it('§4 journey 1: a new entry of a list is a row with the list and its author, and what it changed', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await list('other.example')
    const { Assay_Lists: lists } = await enableAnalyzers(bed.server, 'oa', ['Assay_Lists'], {
      configuration: { block_lists: ['upload:block.txt'] },
    })
    const ask = () => runToEnd(bed.server, 'ana', lists, named('listed.example'))
    await runToEnd(bed.server, 'ana', ids.Echo, named('listed.example'))
    await ask()
    await list('other.example', 'listed.example')
    await ask()

    await open(pathOf('listed.example'))
    const panel = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Verdict history' }) })
    await panel.getByText('list “block” added listed[.]example').waitFor()
    await panel.getByRole('link', { name: 'All runs' }).click()

    const runs = page.getByRole('region', { name: 'Runs' })
    // The two analyzers of the first analysis are one row.
    await eventually(() => runs.getByRole('listitem').count()).toBe(2)
    const newest = runs.getByRole('listitem').first()
    await newest.getByText('List changed:').waitFor()
    await newest.getByText(/list “block” added listed\[\.\]example; changed by oa/).waitFor()
    await newest.getByText('Malicious').waitFor()
    await runs.getByRole('listitem').last().getByText('First analysis').waitFor()
    await runs
      .getByRole('listitem')
      .last()
      .getByText(/2 analyzers/)
      .waitFor()

    const compare = page.getByRole('region', { name: 'Compare' })
    const reasons = compare.getByRole('region', { name: 'Reasons' })
    await reasons.getByText('On block list “block”: listed[.]example').waitFor()
    await compare.getByRole('region', { name: 'Fields' }).getByText('hits[0]').first().waitFor()
    await axe()
    await fits(390, 320)
  })

  it('§4 journey 2: a false positive changes alerts and case, with an entry in the audit trail', async () => {
    const { page, open, go, axe, fits } = await bed.visit('ana')
    const data = 'partner.example'
    await judge(data, 'suspicious')
    await judge(data, 'malicious')
    const made = await makeCase(bed.server, 'oa', { title: 'Reported' }, [named(data)])
    await makeAlert(bed.server, 'oa', { title: 'From the proxy', artifacts: [named(data)] })

    await open(historyOf(data))
    await page
      .getByRole('region', { name: 'Verdict' })
      .getByText(/^by analyzers since/)
      .waitFor()
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog', { name: 'Mark partner[.]example as…' })
    await dialog
      .getByRole('region', { name: 'What changes' })
      .getByText('Shown at once in 1 case and 1 alert.')
      .waitFor()
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Our partner; the entry was wrong')
    await dialog.getByRole('button', { name: 'Mark as false positive' }).click()

    const source = page.getByRole('region', { name: 'Verdict' })
    await source.getByText('“Our partner; the entry was wrong”').waitFor()
    await source.getByText('Analyzers say').waitFor()
    await source.getByText('Malicious', { exact: true }).first().waitFor()
    const newest = page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()
    await newest.getByText('Analyst decision:').waitFor()
    await newest.getByText(/^false positive by ana, until /).waitFor()
    await axe()
    await fits(390, 320)

    await go(`/cases/${made.id}?tab=observables`)
    await page
      .getByRole('row', { name: /partner\[\.\]example/ })
      .getByText('Benign')
      .first()
      .waitFor()
    await go('/alerts')
    await page.getByText('From the proxy').first().waitFor()
    const verdicts = await bed.server.as('ana').valueVerdicts({ values: [named(data)] })
    expect(verdicts).toMatchObject([{ level: 'safe', alerts: 1 }])
    const { rows } = await bed.server.as('oa').listAudit({ range: 'all' })
    expect(rows.filter(({ action }) => action === 'verdict.mark')).toMatchObject([
      { actor: 'ana', details: { data, level: 'safe', cause: 'falsePositive' } },
    ])
  })

  it('moves A and B by keys, and says what differs between them', async () => {
    const { page, open, axe } = await bed.visit('ana')
    const data = 'moving.example'
    for (const level of ['safe', 'suspicious', 'malicious']) await judge(data, level)
    await open(historyOf(data))
    const chosen = async () => {
      const rows = await page.getByRole('region', { name: 'Runs' }).getByRole('listitem').all()
      const of = (name: RegExp) =>
        Promise.all(rows.map((row) => row.getByRole('radio', { name }).isChecked()))
      return [(await of(/^A:/)).indexOf(true), (await of(/^B:/)).indexOf(true)]
    }
    await eventually(chosen).toEqual([1, 0])
    await page.keyboard.press('[')
    await eventually(chosen).toEqual([2, 0])
    const compare = page.getByRole('region', { name: 'Compare' })
    const field = compare.getByRole('row', { name: /detections/ })
    await field.getByText('32').waitFor()
    await page.keyboard.press('[')
    await eventually(chosen).toEqual([1, 0])
    await page.keyboard.press('[')
    await page.keyboard.press(']')
    await eventually(chosen).toEqual([2, 1])
    await field.getByText('3', { exact: true }).waitFor()

    // In a case, too: back and forth in the browser's history keeps the choice.
    await page.getByRole('radio', { name: 'Changes 3' }).check({ force: true })
    await eventually(chosen).toEqual([2, 1])
    await axe()
    await page.getByRole('link', { name: 'moving[.]example' }).click()
    await page.getByRole('heading', { name: 'Verdict history' }).waitFor()
  })

  it('of one run compares nothing, and says so of a report that retention deleted', async () => {
    const { page, open, go, axe } = await bed.visit('ana')
    await judge('single.example', 'malicious')
    await open(historyOf('single.example'))
    const runs = page.getByRole('region', { name: 'Runs' })
    await eventually(() => runs.getByRole('listitem').count()).toBe(1)
    expect(await page.getByRole('region', { name: 'Compare' }).count()).toBe(0)
    expect(await runs.getByRole('radio', { name: /^A:/ }).count()).toBe(0)

    const oldest = await judge('aged.example', 'safe')
    for (const level of ['suspicious', 'malicious']) await judge('aged.example', level)
    inThePast((database) => {
      const job = database.prepare('select * from jobs where id = ?').get(oldest.id) ?? {}
      // As retention leaves it.
      database
        .prepare(
          `insert into removed_jobs (job_id, organization, data_type, text_hash, worker_id, worker_name,
            worker_definition_id, status, created_at, ended_at, asked_by, asked_kind)
          values (?, ?, ?, ?, ?, ?, ?, 'Success', ?, ?, ?, ?)`,
        )
        .run(
          ...['id', 'organization', 'data_type', 'data_hash', 'worker_id', 'worker_name']
            .concat(['worker_definition_id', 'created_at', 'end_date', 'asked_by', 'asked_kind'])
            .map((name) => job[name] ?? null),
        )
      database.prepare('delete from jobs where id = ?').run(oldest.id)
    })
    await go(historyOf('aged.example'))
    const gone = runs.getByRole('listitem').last()
    await gone.getByText('Report deleted by retention policy.').waitFor()
    await gone.getByText('First analysis').waitFor()
    expect(await gone.getByRole('radio', { name: /^A:/ }).isDisabled()).toBe(true)
    await axe()
  })

  it('§4 journey 3: a decision expires, the verdict returns and its author is notified', async () => {
    const { page, open, go, axe, fits } = await bed.visit('ana')
    const data = 'expiring.example'
    await judge(data, 'malicious')
    const [one] = await bed.server.as('ana').markValues({
      values: [named(data)],
      level: 'safe',
      cause: 'falsePositive',
      reason: 'our own campaign',
      expiresAt: Date.now() + day,
    })
    await open(historyOf(data))
    const source = page.getByRole('region', { name: 'Verdict' })
    await source.getByText('“our own campaign”').waitFor()
    inThePast((database) =>
      database
        .prepare('update analyst_verdicts set expires_at = ? where id = ?')
        .run(Date.now() - 1000, one?.id ?? ''),
    )

    await eventually(
      async () => (await bed.server.as('ana').getValue(named(data))).verdict.level,
    ).toBe('malicious')
    await page.reload()
    await source
      .getByText(/^The decision of ana expired on .*: false positive, “our own campaign”/)
      .waitFor()
    const newest = page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first()
    await newest.getByText('false positive of ana expired').waitFor()
    await axe()
    await fits(390, 320)

    await go('/')
    await page
      .getByRole('list', { name: 'Updates on watched observables' })
      .getByRole('listitem')
      .filter({ hasText: 'expiring[.]example' })
      .getByText('your decision expired:')
      .waitFor()
    await axe()
  })

  it('is there for readers, without Compare', async () => {
    const { page, open, axe } = await bed.visit('rea')
    const data = 'read.example'
    await judge(data, 'suspicious')
    await judge(data, 'malicious')
    await makeCase(bed.server, 'oa', { title: 'Shown' }, [named(data)])
    await open(historyOf(data))
    const runs = page.getByRole('region', { name: 'Runs' })
    await eventually(() => runs.getByRole('listitem').count()).toBe(2)
    expect(await page.getByRole('region', { name: 'Compare' }).count()).toBe(0)
    await axe()
  })
})
