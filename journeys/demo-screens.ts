import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Visit } from './visit.ts'

const routes = readFileSync(
  join(dirname(import.meta.dirname), 'web', 'src', 'app', 'routes.tsx'),
  'utf8',
)

/** Those of settings are looked at one by one in the journey of administration. */
export const patterns = [...routes.matchAll(/(?:screen\(\s*|pattern: )'(\/[^']*)'/g)]
  .map(([, pattern = '']) => pattern)
  .filter((pattern) => !pattern.startsWith('/settings'))

export interface Ids {
  readonly case: string
  readonly task: string
  readonly observable: string
  readonly alert: string
  readonly job: string
  readonly other: string
  readonly investigation: string
}

export const value = '/observables?type=domain&value=example-bank-login.test'

/** Where each screen is seen with something on it; what only leads elsewhere is seen there. */
export const addresses: Readonly<Record<string, ((ids: Ids) => string) | string>> = {
  '/': '/',
  '/new': `/new?${new URLSearchParams({ data: '198.51.100.77\nexamp1e-bank.test' })}`,
  '/investigations': '/investigations',
  '/investigations/:id': ({ investigation }) => `/investigations/${investigation}`,
  '/search': '/search?q=bank',
  '/batch': '/batch',
  '/desk': '/desk',
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

export async function idsOf({ context }: Visit): Promise<Ids> {
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

export const at = (address: ((ids: Ids) => string) | string, ids: Ids) =>
  typeof address === 'string' ? address : address(ids)
