import { homeOrganization } from '../../domain/caller.ts'
import { importJobs } from './cortex-jobs.ts'
import { importWorkers } from './cortex-workers.ts'
import { identify } from './identify.ts'
import { byPlace } from './pages.ts'
import { RemoteRefusal, type Session } from './remote.ts'
import type { CortexContext, ImportContext } from './request.ts'
import { carryOrganization, carryUser, reportWhoSignsIn, textOr } from './tenants.ts'
import { asObject, asObjects, asText, asTexts, idOf, type Values } from './values.ts'

/** Who one of the given keys is over there. */
interface Holder {
  readonly session: Session
  readonly organization: string
  readonly roles: readonly string[]
}

/** Everything that its API returns. What is here already is left alone, so it can be run again. */
export async function importCortex(context: CortexContext): Promise<void> {
  const { options, onProgress } = context
  const holders: Holder[] = []
  for (const [index, key] of options.keys.entries())
    holders.push(await holderOf(context, key, index))
  const root = holders.find(({ roles }) => roles.includes('superadmin'))
  const organizations = await organizationsFor(context, holders, root)
  for (const organization of organizations) {
    const name = textOr(organization.name, idOf(organization) ?? '')
    onProgress(`${name}: organization and users`)
    const { description, status } = organization
    const tenant = { name, description: textOr(description, ''), isLocked: status === 'Locked' }
    if (!(await carryOrganization(context, { ...tenant, from: organization }))) continue
    const own = holders.filter((holder) => holder.organization === name)
    const admin = own.find(({ roles }) => roles.includes('orgadmin'))
    if (name === homeOrganization && !options.superadmins) {
      context.left(
        name,
        'superadmins',
        'Make them with `assay user create`, or run this again with --superadmins if they are to have the same power here',
      )
      continue
    }
    const borrowed = await importUsers(context, name, root ?? admin)
    if (name === homeOrganization) continue
    const readers = [...own, ...(borrowed ? [borrowed] : [])].filter(({ roles }) =>
      roles.includes('read'),
    )
    const reader = readers.find(({ roles }) => roles.includes('orgadmin')) ?? readers[0]
    if (!reader) {
      context.left(
        name,
        'its analyzers, responders and jobs, which none of the given keys can see',
        `Give one more --key, of a user of ${name} with the roles read and orgadmin; or --api-keys, and a key of ` +
          'a superadmin, which uses the key of such a user',
      )
      continue
    }
    await importWorkers(context, name, reader.session, reader.roles.includes('orgadmin'))
    await importJobs(context, name, reader.session)
  }
  await reportWhoSignsIn(context)
}

/** The owner of the key; an unknown key ends the import before anything is written. */
async function holderOf({ remote }: ImportContext, key: string, index: number): Promise<Holder> {
  const session = remote.as(key)
  const user = await identify(session, '/api/user/current', index)
  return {
    session,
    organization: textOr(user.organization, ''),
    roles: asTexts(user.roles),
  }
}

async function organizationsFor(
  context: ImportContext,
  holders: readonly Holder[],
  root: Holder | undefined,
): Promise<Values[]> {
  const wanted = context.options.organizations
  const all = root
    ? await listOf(root.session, '/api/organization')
    : await Promise.all(holders.map((holder) => ownOrganization(holder)))
  const byName = new Map(all.map((one) => [asText(one.name) ?? idOf(one), one]))
  if (!root)
    context.left(
      null,
      'organizations and users that only a superadmin sees',
      'Give one more --key, of a superadmin, if there are others than those above',
    )
  const missing = wanted.filter((name) => !byName.has(name))
  if (missing.length > 0)
    throw new Error(`--organization: none of the given keys sees ${missing.join(', ')} there`)
  return [...byName]
    .filter(([name]) => name !== undefined && (wanted.length === 0 || wanted.includes(name)))
    .map(([, organization]) => organization)
}

async function ownOrganization({ session, organization, roles }: Holder): Promise<Values> {
  const bare = { name: organization }
  if (!roles.includes('orgadmin')) return bare
  try {
    const { body } = await session.get(`/api/organization/${encodeURIComponent(organization)}`)
    return { ...asObject(body), ...bare }
  } catch (error) {
    if (error instanceof RemoteRefusal && [403, 404].includes(error.status)) return bare
    throw error
  }
}

/** Returns a user whose key was read there and who sees the whole organization. */
async function importUsers(
  context: ImportContext,
  organization: string,
  viewer: Holder | undefined,
): Promise<Holder | undefined> {
  if (!viewer) {
    const advice = `Give one more --key, of a superadmin or an orgadmin of ${organization}`
    context.left(organization, 'its users, which none of the given keys can see', advice)
    return undefined
  }
  const path = `/api/organization/${encodeURIComponent(organization)}/user`
  let borrowed: Holder | undefined
  for (const user of await listOf(viewer.session, path)) {
    const login = idOf(user)
    if (login === undefined) continue
    const roles = asTexts(user.roles).map((role) => role.toLowerCase())
    const isLocked = user.status === 'Locked'
    const hasKey = user.hasKey === true
    const key = hasKey && context.options.apiKeys ? await keyOf(viewer.session, login) : undefined
    if (key !== undefined && !isLocked && roles.includes('orgadmin') && roles.includes('read'))
      borrowed ??= { session: context.remote.as(key), organization, roles }
    await carryUser(context, {
      login,
      organization,
      name: textOr(user.name, login),
      roles,
      isLocked,
      hasPassword: user.hasPassword === true,
      hasKey,
      key,
      from: user,
    })
  }
  return borrowed
}

async function keyOf(session: Session, login: string): Promise<string | undefined> {
  try {
    return (await session.text(`/api/user/${encodeURIComponent(login)}/key`)).trim() || undefined
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status !== 401) return undefined
    throw error
  }
}

const listOf = (session: Session, path: string): Promise<readonly Values[]> =>
  byPlace(async (from, to) => {
    const { body, total, bytes } = await session.get(`${path}?range=${from}-${to}`)
    if (!Array.isArray(body))
      throw new Error(`${path} did not return a list; check that this is Cortex`)
    return { rows: asObjects(body), total, bytes }
  }) as Promise<Values[]>
