import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { describeJourneys } from './bed.ts'
import { demo, signInToDemo } from './demo.ts'
import { patienceMs } from './patience.ts'
import { eventually, type Visit } from './visit.ts'

/** Axe has much to do. */
const manyScreens = { timeout: 10 * patienceMs }

const routes = readFileSync(join(dirname(import.meta.dirname), 'web', 'src', 'routes.tsx'), 'utf8')

/** Those of settings are looked at one by one in the journey of administration. */
const patterns = [...routes.matchAll(/(?:screen\(\s*|pattern: )'(\/[^']*)'/g)]
  .map(([, pattern = '']) => pattern)
  .filter((pattern) => !pattern.startsWith('/settings'))

interface Ids {
  readonly case: string
  readonly task: string
  readonly observable: string
  readonly alert: string
  readonly job: string
  readonly other: string
  readonly investigation: string
}

const value = '/observables?type=domain&value=example-bank-login.test'

/** Where each screen is seen with something on it; what only leads elsewhere is seen there. */
const addresses: Readonly<Record<string, ((ids: Ids) => string) | string>> = {
  '/': '/',
  '/new': `/new?${new URLSearchParams({ data: '198.51.100.77\nexamp1e-bank.test' })}`,
  '/investigations': '/investigations',
  '/investigations/:id': ({ investigation }) => `/investigations/${investigation}`,
  '/search': '/search?q=bank',
  '/batch': '/batch',
  '/activity': '/activity',
  '/activity/engine': '/activity/engine?range=30d',
  '/activity/:view': '/activity/responses',
  '/jobs/:id': ({ job }) => `/jobs/${job}`,
  '/compare': ({ job, other }) => `/compare?${new URLSearchParams({ a: job, b: other })}`,
  '/observables': value,
  '/alerts': '/alerts',
  '/alerts/:id': ({ alert }) => `/alerts/${alert}`,
  '/cases': '/cases',
  '/cases/:id': (ids) => `/cases/${ids.case}`,
  '/cases/:id/report': (ids) => `/cases/${ids.case}/report`,
  '/cases/:caseId/observables/:id': (ids) => `/cases/${ids.case}/observables/${ids.observable}`,
  '/cases/:caseId/tasks/:id': (ids) => `/cases/${ids.case}/tasks/${ids.task}`,
  '/tasks': '/tasks',
  '/welcome': '/welcome',
}

/** Screen, then what is pressed on it until something opens. */
const overlays: readonly (readonly [address: ((ids: Ids) => string) | string, ...string[]])[] = [
  ['/', 'Your account'],
  ['/', 'Add to case'],
  [`/new?${new URLSearchParams({ data: '198.51.100.77' })}`, 'Save as preset…'],
  [({ investigation }) => `/investigations/${investigation}`, 'Rename'],
  [({ investigation }) => `/investigations/${investigation}`, 'Add to case'],
  [
    ({ investigation }) => `/investigations/${investigation}`,
    'More actions',
    'Delete investigation',
  ],
  [value, 'Add to case'],
  [value, 'Respond'],
  [value, 'More actions'],
  [value, 'More actions', 'Put on the allow list'],
  ['/alerts', 'New alert'],
  ['/alerts', 'New case…'],
  ['/activity', 'Views'],
  [(ids) => `/cases/${ids.case}`, 'Respond'],
  [(ids) => `/cases/${ids.case}`, 'More actions', 'Merge with another case…'],
  [(ids) => `/cases/${ids.case}`, 'More actions', 'Delete case'],
  ['/search?q=bank', 'Verdict'],
]

async function idsOf({ context }: Visit): Promise<Ids> {
  const token = (await context.cookies()).find(({ name }) => name === 'CORTEX-XSRF-TOKEN')
  const headers = { 'X-CORTEX-XSRF-TOKEN': token?.value ?? '' }
  const ask = async (path: string, data: object) =>
    (await context.request.post(path, { data, headers })).json()
  const query = (...steps: object[]) => ask('/api/v1/query', { query: steps })
  const flagged = { _name: 'filter', _field: 'flag', _value: true }
  const [found] = await query({ _name: 'listCase' }, flagged)
  const ofCase = (name: string) => query({ _name: 'getCase', idOrName: found._id }, { _name: name })
  const [task] = await ofCase('tasks')
  const [observable] = await ofCase('observables')
  const [alert] = await query({ _name: 'listAlert' }, { _name: 'page', from: 0, to: 1 })
  const jobs = await ask('/api/job/_search', {
    query: { _and: [{ status: 'Success' }, { dataType: 'domain' }] },
    range: '0-2',
  })
  const [investigation] = await (await context.request.get('/api/investigation?range=0-1')).json()
  return {
    case: found._id,
    task: task._id,
    observable: observable._id,
    alert: alert._id,
    job: jobs[0].id,
    other: jobs[1].id,
    investigation: investigation.id,
  }
}

const at = (address: ((ids: Ids) => string) | string, ids: Ids) =>
  typeof address === 'string' ? address : address(ids)

describeJourneys('every screen of the demonstration', demo, (bed) => {
  it('is in the list of this journey', () => {
    expect(Object.keys(addresses).toSorted()).toEqual([...new Set(patterns)].toSorted())
  })

  async function ready({ page }: Visit) {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await eventually(() => page.locator('[aria-busy="true"]').count()).toBe(0)
  }

  it('reads well in both themes, at 320 px and at 390 px', manyScreens, async () => {
    const visit = await bed.visit()
    await signInToDemo(visit, 'admin')
    const ids = await idsOf(visit)
    const problems: string[] = []
    for (const [pattern, address] of Object.entries(addresses)) {
      await visit.go(at(address, ids))
      await ready(visit)
      for (const check of [visit.axe, visit.fits, () => visit.fits(390)])
        await check().catch((error: Error) => problems.push(`${pattern}: ${error.message}`))
    }
    expect(problems).toEqual([])
  })

  it('so does what opens above them', manyScreens, async () => {
    const visit = await bed.visit()
    const { page } = visit
    await signInToDemo(visit, 'admin')
    const ids = await idsOf(visit)
    const problems: string[] = []
    for (const [address, ...presses] of overlays) {
      const name = `${at(address, ids)} ${presses.join(' › ')}`
      try {
        await visit.open(at(address, ids))
        await ready(visit)
        for (const press of presses)
          await page
            .getByRole('button', { name: press })
            .or(page.getByRole('menuitem', { name: press }))
            .first()
            .click()
        await page.locator('dialog[open], :popover-open').first().waitFor()
        await visit.axe()
        await visit.fits(390)
      } catch (error) {
        problems.push(`${name}: ${(error as Error).message}`)
      }
    }
    expect(problems).toEqual([])
  })
})
