import type { Locator } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { patienceMs } from './patience.ts'
import {
  enableAnalyzers,
  enableResponders,
  makeAlert,
  makeCase,
  makeOrganization,
} from './people.ts'
import { textOfPages } from './print.ts'
import type { Visit } from './visit.ts'

/** Axe has much to do: ten seconds on a quiet machine, much more on one that is not. */
const manyScreens = { timeout: 5 * patienceMs }

const value = '203.0.113.66'

describeJourneys('the screens of cases and tasks, in both themes and at 320 px', {}, (bed) => {
  let caseId: string
  let taskId: string
  let observable: string

  beforeAll(async () => {
    const { oa } = await makeOrganization(bed.server)
    const analyzers = await enableAnalyzers(bed.server, oa, ['Echo'])
    const responders = await enableResponders(bed.server, oa, ['Demo_Refuse'])
    const api = bed.server.as('ana')
    const observed = (title: string) =>
      makeCase(bed.server, 'ana', { title, tags: ['mail'] }, [
        { dataType: 'ip', data: value, ioc: true, tags: ['sender'] },
        { dataType: 'url', data: `https://evil.example/${'long/'.repeat(40)}` },
      ])
    const made = await observed('Read by everybody')
    await observed('Like the other')
    await makeAlert(bed.server, 'ana', { artifacts: [{ dataType: 'ip', data: value }] })
    const [observableId = ''] = made.observableIds
    caseId = made.id
    observable = `/cases/${caseId}/observables/${observableId}`
    const add = (task: { title: string; owner?: string; flag?: boolean; group?: string }) =>
      api.createCaseTask({ id: caseId }, task)
    taskId = (await add({ title: 'Look at the mail', group: 'Mail' })).id
    await add({ title: 'Tell them', owner: 'ana', flag: true })
    await api.createTaskLog({ id: taskId }, { message: 'Nothing odd' })
    await api.updateTask({ id: taskId }, { status: 'Waiting' })
    const engineId = 'local'
    await api.runEngineAction({
      engineId,
      responderId: responders.Demo_Refuse,
      objectType: 'case_artifact',
      objectId: observableId,
    })
    await api.runEngineAnalysis({
      engineId,
      analyzerId: analyzers.Echo,
      artifactId: observableId,
    })
  })

  async function check({ axe, fits }: Visit, content: Locator) {
    await content.first().waitFor()
    await axe()
    await fits()
  }
  async function look(visit: Visit, screens: Record<string, Locator>) {
    for (const [at, [path, content]] of Object.entries(screens).entries()) {
      await (at === 0 ? visit.open(path) : visit.go(path))
      await check(visit, content)
    }
  }

  it('S12: cases', manyScreens, async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    const table = (name: string) => page.getByRole('table', { name })
    await look(visit, {
      '/cases': table('Cases'),
      [`/cases/${caseId}`]: page.getByText('Opened by a journey'),
      [`/cases/${caseId}?tab=observables`]: table('Observables'),
      [`/cases/${caseId}?tab=tasks`]: page.getByRole('link', { name: 'Look at the mail' }),
      [`/cases/${caseId}?tab=relations`]: page.getByRole('region', { name: 'Relations' }).first(),
      [`/cases/${caseId}?tab=similar`]: table('Similar cases'),
      [`/cases/${caseId}/report`]: page.getByRole('heading', { name: 'Timeline' }),
    })
  })

  it('S12: an observable of a case', async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    await look(visit, {
      [observable]: page.getByText('The firewall does not accept this rule'),
    })
    const strip = page.getByRole('region', { name: 'In the case' })
    await strip.getByRole('table', { name: 'Analysis' }).getByText('Success').waitFor()
    await page.getByRole('link', { name: /Like the other/ }).waitFor()
    expect(new URL(page.url()).searchParams.get('case')).toBe(caseId)
  })

  it('S13: tasks', async () => {
    const visit = await bed.visit('ana')
    const { page } = visit
    await look(visit, {
      [`/cases/${caseId}/tasks/${taskId}`]: page.getByText('Nothing odd'),
      '/tasks': page.getByRole('table', { name: 'Waiting tasks' }),
      '/tasks?view=mine': page.getByRole('table', { name: 'My tasks' }),
    })
  })

  it('their dialogs', manyScreens, async () => {
    const visit = await bed.visit('ana')
    const { page, open, go } = visit
    const dialogs = [
      ['/cases', 'New case', 'New case'],
      [`/cases/${caseId}`, 'Close case', /^Close case #/],
      [`/cases/${caseId}?tab=observables`, 'Add observables', 'Add observables'],
      [`/cases/${caseId}?tab=tasks`, 'Add task', 'Add task'],
      [observable, 'Analyze…', /^Analyze 1 observable/],
    ] as const
    await open('/cases')
    for (const [path, button, title] of dialogs) {
      await go(path)
      await page.getByRole('button', { name: button }).first().click()
      const dialog = page.getByRole('dialog', { name: title })
      await check(visit, dialog)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
  })

  it('bear the marking of the case at the head and the foot of every printed sheet', async () => {
    const { page, open } = await bed.visit('ana')
    const description = 'A line of the story.\n'.repeat(120)
    const { id } = await makeCase(bed.server, 'ana', { title: 'In print', description, tlp: 3 }, [])

    await open(`/cases/${id}`)
    await page.getByRole('heading', { level: 1, name: 'In print' }).waitFor()
    const sheets = textOfPages(await page.pdf({ format: 'A4' }))

    expect(sheets.length).toBeGreaterThan(1)
    for (const sheet of sheets) expect(sheet.match(/TLP:\s*RED/g)).toHaveLength(2)
  })
})
