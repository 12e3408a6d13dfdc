import { createHash } from 'node:crypto'
import type { TestDatabases } from '../databases.ts'
import type { TestApp } from '../setup.ts'
import { makePlatformApp } from './setup.ts'

export const sha256 = (content: string) => createHash('sha256').update(content).digest('hex')
export const secret = 'secret of alpha'

/** A case of alpha with everything in it; beta is linked and sees nothing yet. */
export async function makeWorld(open: TestDatabases['open'], { linked = true } = {}) {
  const app = await makePlatformApp(open)
  const owner = app.as('analyze')
  if (linked) await app.as('root').linkOrganisation({ id: 'alpha', other: 'beta' })
  const { _id: id, number } = await owner.createCaseV1({ title: 'Theirs', description: 'd' })
  const task = await owner.createCaseTaskV1({ id }, { title: `task ${secret}` })
  const log = await owner.createTaskLogV1(
    { id: task._id },
    { message: `log ${secret}`, attachment: new File(['in the log'], 'l.txt') },
  )
  const observable = async (input: object) =>
    ([await owner.createCaseObservableV1({ id }, input as never)].flat()[0] as { _id: string })._id
  const text = await observable({ dataType: 'domain', data: 'secret.example' })
  const file = await observable({ dataType: 'file', attachment: new File(['bytes'], 'b.bin') })
  await owner.createCaseComment({ id }, { message: `comment ${secret}` })
  await owner.createCasePage({ id }, { title: `page ${secret}`, content: 'c' })
  await owner.createCaseProcedure({ id }, { patternId: 'T1566', description: secret })
  const share = (more: object = {}) =>
    owner.shareCase({ id }, { shares: [{ organisationName: 'beta', ...more }] })
  const ids = { id, task: task._id, log: log._id, text, file }
  return { app, owner, guest: app.as('stranger'), share, number, ...ids }
}

export const get = (app: TestApp, url: string) => app.inject({ as: 'stranger', url })
export const ask = (app: TestApp, ...query: object[]) => app.as('stranger').queryV1({ query })
export const of = (id: string) => ({ _name: 'getCase', idOrName: id })
export const step = (_name: string, more: object = {}) => ({ _name, ...more })

/** Of one moment, so in no order. */
export const seen = async (app: TestApp, id: string, what: string) =>
  ((await ask(app, of(id), step(what))) as { _id: string }[]).map(({ _id }) => _id).sort()

/** Every path to the parts of the case that another organization may try. */
export const waysTo = ({
  id,
  task,
  log,
  text,
  file,
}: Record<'id' | 'task' | 'log' | 'text' | 'file', string>) => ({
  case: [`/api/case/${id}`, `/api/v1/case/${id}`],
  task: [`/api/case/task/${task}`, `/api/v1/task/${task}`],
  log: [
    `/api/case/task/log/${log}`,
    `/api/v1/log/${log}`,
    `/api/datastore/${sha256('in the log')}`,
  ],
  observable: [
    `/api/case/artifact/${text}`,
    `/api/v1/observable/${text}`,
    `/api/v1/observable/${file}/attachment/${sha256('bytes')}/download`,
    `/api/datastore/${sha256('bytes')}`,
  ],
  never: [
    `/api/case/${id}/links`,
    `/api/v1/case/${id}/timeline`,
    `/api/case/${id}/misp`,
    `/api/v1/case/${id}/export?password=p`,
    `/api/case/${id}/shares`,
  ],
})
