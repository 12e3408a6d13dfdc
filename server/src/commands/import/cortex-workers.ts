import type { WorkerType } from '../../domain/definition.ts'
import { byPlace } from './pages.ts'
import { RemoteRefusal, type Session } from './remote.ts'
import type { CortexContext } from './request.ts'
import { asObject, asObjects, asText, isObject, type Values } from './values.ts'

export async function importWorkers(
  context: CortexContext,
  organization: string,
  session: Session,
  seesConfiguration: boolean,
): Promise<void> {
  if (!seesConfiguration)
    context.left(
      organization,
      'configurations of analyzers and responders',
      'Pass the key of an orgadmin, or configure them by hand',
    )
  for (const type of ['analyzer', 'responder'] as const)
    for (const worker of await workersOf(session, type)) {
      const done = await context.enable(type, organization, worker)
      if (done === 'new') context.carried(organization, `${type}s`)
      else if (done === 'here') context.here(organization, `${type}s`)
      else {
        const what = `${type}s: ${done.problem}`
        context.left(organization, what, done.advice, asText(worker.name))
      }
    }
  if (seesConfiguration) await nameSharedConfigurations(context, organization, session)
}

/** Their values are in the configuration of each analyzer; they are named for enabling more. */
async function nameSharedConfigurations(
  context: CortexContext,
  organization: string,
  session: Session,
): Promise<void> {
  for (const type of ['analyzer', 'responder'] as const)
    for (const shared of await sharedOf(session, type)) {
      const items = Object.entries(asObject(shared.config)).filter(([, value]) => isFilled(value))
      if (items.length === 0) continue
      context.left(
        organization,
        `shared configurations of ${type}s`,
        `They only fill the form in which one is enabled: fill them in on the page of ${type}s, if more are to come`,
        `${asText(shared.name) ?? 'unnamed'}: ${items.map(([name]) => name).join(', ')}`,
      )
    }
}

const isFilled = (value: unknown) =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Not every key may ask, and Cortex 2.0 has none for responders. */
async function sharedOf(session: Session, type: WorkerType): Promise<readonly Values[]> {
  try {
    return asObjects((await session.get(`/api/${type}config`)).body)
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status !== 401) return []
    throw error
  }
}

const workersOf = (session: Session, type: WorkerType): Promise<readonly Values[]> =>
  byPlace(async (from, to) => {
    try {
      const { body, total, bytes } = await session.get(`/api/${type}?range=${from}-${to}`)
      return { rows: asObjects(body), total, bytes }
    } catch (error) {
      // Cortex 2.0 has no responders.
      if (type === 'responder' && error instanceof RemoteRefusal && error.status === 404)
        return { rows: [], total: 0, bytes: 0 }
      throw error
    }
  })

/** Items whose values the other server hides, but shows that there is one. */
export const isHidden = (value: unknown): boolean =>
  typeof value === 'string' && /^(REMOVED|[*•]{3,})$/.test(value)

/** What it says about itself, without what it hides, and the names of that. */
export function configurationOf(worker: Values): { given: Values; hidden: string[] } {
  const configuration = isObject(worker.configuration) ? worker.configuration : {}
  const hidden = Object.keys(configuration).filter((name) => isHidden(configuration[name]))
  const given = Object.fromEntries(
    Object.entries(configuration).filter(
      ([name, value]) => value !== null && !hidden.includes(name),
    ),
  )
  return { given, hidden }
}
