import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { enableAnalyzers, enableResponders, makeCase, makeOrganization, submit } from './people.ts'
import { eventually } from './visit.ts'

/** One slot: the job that holds it decides how long everything else waits. */
const oneAtATime = { environment: { ASSAY_JOB_SLOTS: '1' } }
const value = '203.0.113.66'

describeJourneys('response', oneAtATime, (bed) => {
  let analyzers: Record<'Slow', string>
  let responders: Record<'Demo_Block' | 'Demo_Refuse', string>

  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    await makeOrganization(bed.server, 'BETA')
    analyzers = await enableAnalyzers(bed.server, oa, ['Slow'])
    responders = await enableResponders(bed.server, oa, ['Demo_Block', 'Demo_Refuse'])
  })

  const observedIp = (title: string) =>
    makeCase(bed.server, 'ana', { title }, [{ dataType: 'ip', data: value, ioc: true, tlp: 2 }])

  it('journey 24: runs a responder in one step, and shows what comes of it by itself', async () => {
    const { page, open, sent, axe } = await bed.visit('ana')
    const { id: caseId, observableIds } = await observedIp('To be blocked')
    const [objectId = ''] = observableIds
    const holder = await submit(bed.server, 'ana', analyzers.Slow, { dataType: 'ip', data: value })
    const act = async (name: string) => {
      await page.getByRole('button', { name: 'Respond', exact: true }).click()
      await page.getByRole('radio', { name: new RegExp(name) }).check()
      await page.getByText('Sends TLP:AMBER data to the responder.').waitFor()
      await axe()
      await page.getByRole('button', { name: `Run ${name}` }).click()
    }
    const actions = page.getByRole('table', { name: 'Responder actions' })
    const row = (name: string) => actions.getByRole('row').filter({ hasText: name })

    await open(`/cases/${caseId}?tab=observables`)
    await page.getByRole('link', { name: '203[.]0[.]113[.]66' }).click()
    await act('Demo Block')

    await row('Demo Block').getByText('Waiting').waitFor()
    expect(sent('POST', '/api/connector/engine/action').map(({ body }) => body)).toEqual([
      {
        engineId: 'local',
        responderId: responders.Demo_Block,
        objectType: 'case_artifact',
        objectId,
      },
    ])
    let reloads = 0
    page.on('load', () => {
      reloads += 1
    })
    await bed.server.as('ana').deleteJob({ id: holder.id })
    await row('Demo Block').getByText('Success').waitFor()
    expect(reloads).toBe(0)

    await row('Demo Block').getByRole('button', { name: 'Report' }).click()
    await actions.getByText(`Blocked ${value}`).first().waitFor()
    await actions.getByText('AddTagToArtifact').first().waitFor()
    // The responder asked for a tag, and the observable above has it.
    await page.getByRole('definition').getByText('blocked', { exact: true }).waitFor()

    await act('Demo Refuse')
    await row('Demo Refuse').getByText('Failure').waitFor()
    await row('Demo Refuse').getByText('The firewall does not accept this rule').waitFor()
    await axe()
    await actions.getByRole('link', { name: 'Open the job' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/^\/jobs\/[^/]+$/)
  })

  it('journey 24: shows waiting tasks in the order and the portions that are asked for', async () => {
    const { page, open, sent } = await bed.visit('ana-beta')
    const api = bed.server.as('ana-beta')
    const { id, caseId: number } = await makeCase(bed.server, 'ana-beta', { title: 'Much to do' })
    const titleOf = (index: number) => `Step ${String(index).padStart(2, '0')}`
    for (let index = 20; index >= 1; index -= 1)
      await api.createCaseTask({ id }, { title: titleOf(index), flag: index === 18 })
    await api.createCaseTask({ id }, { title: 'Begun', status: 'InProgress' })
    const table = page.getByRole('table', { name: 'Waiting tasks' })
    const titles = () => table.getByRole('rowheader').allInnerTexts()
    const asked = () =>
      sent('POST', '/api/v0/query').flatMap(({ body }) => {
        const { query } = body as { query: { _name: string }[] }
        return query.some(({ _name }) => _name === 'sort') ? [query] : []
      })
    const question = (order: object[], from: number) => [
      { _name: 'waitingTasks' },
      { _name: 'sort', _fields: order },
      expect.objectContaining({ _name: 'page', from, to: from + 15 }),
    ]

    await open('/tasks')
    await eventually(titles).toHaveLength(15)
    expect((await titles())[0]).toBe(titleOf(18))
    expect(asked()).toEqual([question([{ flag: 'desc' }, { startDate: 'asc' }], 0)])
    await table.getByText(`#${number}`).first().waitFor()

    await page.getByLabel('Sort').selectOption('Title')
    await eventually(titles).toEqual(Array.from({ length: 15 }, (_, index) => titleOf(index + 1)))
    await page.getByText('1–15 of 20').waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await eventually(titles).toEqual([16, 17, 18, 19, 20].map(titleOf))
    expect(asked().slice(1)).toEqual([
      question([{ title: 'asc' }], 0),
      question([{ title: 'asc' }], 15),
    ])
    expect(await table.getByRole('cell', { name: '–', exact: true }).count()).toBeGreaterThan(0)

    await page.getByRole('button', { name: `Take ${titleOf(20)}` }).click()
    await eventually(titles).toEqual([16, 17, 18, 19].map(titleOf))
    await page.getByRole('link', { name: 'My tasks' }).click()
    await page
      .getByRole('table', { name: 'My tasks' })
      .getByRole('row', { name: new RegExp(titleOf(20)) })
      .getByText('In progress')
      .waitFor()
    await page.goBack()
    await eventually(titles).toHaveLength(4)
  })
})
