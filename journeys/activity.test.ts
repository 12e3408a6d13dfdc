import { beforeAll, expect, it, vi } from 'vitest'
import { describeJourneys } from './bed.ts'
import { patienceMs } from './patience.ts'
import { enableWorkers, makeAlert, makeCase, makeOrganization, runToEnd } from './people.ts'
import { eventually } from './visit.ts'

const values = Array.from({ length: 40 }, (_, at) => `host-${at + 1}.example`)

describeJourneys('activity', {}, (bed) => {
  const actionsOf = () => bed.server.as('ana').listEngineActions({ range: 'all' })

  beforeAll(async () => {
    const { oa, ana } = await makeOrganization(bed.server)
    const { Echo, Demo_Block, Demo_Refuse } = await enableWorkers(bed.server, oa, {
      analyzers: ['Echo'],
      responders: ['Demo_Block', 'Demo_Refuse'],
    })
    const { observableIds } = await makeCase(bed.server, ana, { title: 'Phishing {everywhere}' }, [
      { dataType: 'ip', data: '203.0.113.66' },
    ])
    await makeAlert(bed.server, ana, { title: 'More mails' })
    const act = (responderId: string) =>
      bed.server.as(ana).runEngineAction({
        engineId: 'local',
        responderId,
        objectType: 'case_artifact',
        objectId: observableIds[0] ?? '',
      })
    await act(Demo_Block)
    for (const _ of [1, 2, 3]) await act(Demo_Refuse)
    for (const data of values) await runToEnd(bed.server, ana, Echo, { dataType: 'domain', data })
    const isOver = async () =>
      (await actionsOf()).rows.every(({ status }) => status === 'Success' || status === 'Failure')
    await vi.waitUntil(isOver, { timeout: patienceMs, interval: 200 })
  })

  it('1: responses name what they were run on and say what came of it, without any JSON', async () => {
    const { page, open, axe, fits } = await bed.visit('ana')
    await open('/activity/responses')
    const table = page.getByRole('table', { name: 'Responses' })
    const done = table.getByRole('row').filter({ hasText: 'Demo Block' })
    await done.getByText('203[.]0[.]113[.]66').first().waitFor()
    await done.getByText(/Blocked 203\[\.\]0|tag “blocked” added/).waitFor()
    // Not the platform, which ran it for her.
    await done.getByRole('cell', { name: 'ana', exact: true }).waitFor()
    await table.getByText('The firewall does not accept this rule').first().waitFor()

    expect(await table.innerText()).not.toMatch(/[{}_]/)
    await axe()
    await fits()
    await fits(390)
  })

  it('2: failures of one cause stand together, and are tried again', async () => {
    const { page, open, sent, axe } = await bed.visit('ana')
    await open('/activity/responses?status=Failure')
    const reasons = page.getByRole('region', { name: 'Failure reasons' })
    const group = reasons.getByRole('listitem').filter({ hasText: '3 ×' })
    await group.getByText('The firewall does not accept this rule').waitFor()
    await axe()
    await group.getByRole('button', { name: 'Try again' }).click()

    await page.getByText('3 jobs were started.').waitFor()
    expect(sent('POST', '/api/connector/engine/action')).toHaveLength(3)
    await eventually(async () => (await actionsOf()).rows.length).toBe(7)
  })

  it('3: old addresses keep their filters', async () => {
    const { page, open } = await bed.visit('ana')
    for (const [old, now] of [
      ['/jobs?status=Failure&type=ip', '/activity?status=Failure&type=ip'],
      ['/jobs?kind=responder&by=ana', '/activity/responses?by=ana'],
    ]) {
      await open(old ?? '')
      await page.getByRole('heading', { level: 1, name: /^Activity/ }).waitFor()
      expect(page.url()).toBe(`${bed.server.origin}${now}`)
    }
  })

  it.each(['/activity', '/activity/responses'])(
    '4: at 1280 pixels no column of %s touches another',
    async (path) => {
      const { page, open } = await bed.visit('ana', { viewport: { width: 1280, height: 800 } })
      await open(path)
      await page.getByRole('rowheader').first().waitFor()
      const touching = await page.evaluate(() => {
        const found: string[] = []
        for (const row of document.querySelectorAll('main tbody tr')) {
          const cells = [...row.querySelectorAll(':scope > :not(.cell-tick)')].map((cell) => {
            const range = document.createRange()
            range.selectNodeContents(cell)
            const { left, right } = range.getBoundingClientRect()
            const box = cell.getBoundingClientRect()
            return { left, right: Math.min(right, box.right), text: cell.textContent ?? '' }
          })
          const drawn = cells.filter(({ left, right }) => right > left)
          for (const [at, cell] of drawn.entries()) {
            const next = drawn[at + 1]
            if (next && next.left - cell.right < 12) found.push(`${cell.text} | ${next.text}`)
          }
        }
        return found
      })
      const box = await page.evaluate(() => {
        const table = document.querySelector('main .table-box')
        return table ? table.scrollWidth - table.clientWidth : -1
      })

      expect(touching).toEqual([])
      expect(box).toBe(0)
    },
  )

  it('5: a row opens its report over the list, and Back returns to the same place', async () => {
    const { page, open, axe } = await bed.visit('ana')
    await open('/activity')
    const link = page
      .getByRole('table')
      .getByRole('link', { name: 'host-3[.]example', exact: true })
    await link.scrollIntoViewIfNeeded()
    // Not how far the page is scrolled: rows above grow when their reasons arrive.
    const height = async () => Math.round((await link.boundingBox())?.y ?? -1)
    const before = await height()
    await link.click()
    const drawer = page.getByRole('dialog', { name: 'Echo' })
    await drawer.waitFor()
    expect(new URL(page.url()).pathname).toBe('/activity')
    expect(await height()).toBe(before)
    await axe()
    await page.goBack()
    await drawer.waitFor({ state: 'detached' })

    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
    await eventually(height).toBe(before)
  })

  it('shows how the engine does to those whose jobs wait for it, and limits to those who set them', async () => {
    const { page, open, axe, fits } = await bed.visit('oa')
    await open('/activity')
    await page.getByRole('link', { name: 'Engine' }).click()
    await page.getByRole('button', { name: /Jobs over time/ }).waitFor()
    await axe()
    await fits()
    const analyst = await bed.visit('ana')
    await analyst.open('/activity')
    await analyst.page.getByRole('link', { name: 'Engine' }).click()
    await analyst.page.getByRole('button', { name: /Jobs over time/ }).waitFor()
    expect(await analyst.page.getByRole('heading', { name: 'Quota' }).count()).toBe(0)
  })
})
