import { safeKeyLength, sealedKey } from '../identity/users/keys.ts'
import { insertUser } from '../identity/users/store.ts'
import { importJobs } from './cortex-jobs.ts'
import { asNumber, asObject, asText, idOf, type Values } from './cortex-rows.ts'
import { type Remote, RemoteRefusal } from './remote.ts'
import type { CortexImport, Imported } from './request.ts'

const roles = ['read', 'analyze', 'orgadmin', 'superadmin']

/** Everything that its API gives away. What is here already is left alone, so it can be run again. */
export async function importCortex(request: CortexImport): Promise<Imported> {
  const { remote, key, onProgress } = request
  const result: Imported = { organizations: 0, users: 0, workers: 0, jobs: 0, left: [] }
  const organizations = await listOf(remote, key, '/api/organization?range=all')
  for (const organization of organizations) {
    const name = asText(organization.name) ?? idOf(organization)
    if (name === undefined) {
      result.left.push('An organization without a name was passed over.')
      continue
    }
    await importOrganization(request, name, organization, result)
    const users = await listOf(
      remote,
      key,
      `/api/organization/${encodeURIComponent(name)}/user?range=all`,
    )
    const admin = await importUsers(request, name, users, result)
    if (admin === undefined) {
      if (users.length > 0)
        result.left.push(
          `${name}: no active user with the role orgadmin has an API key there, so its analyzers and jobs ` +
            'cannot be seen. Give one a key and run this again.',
        )
      continue
    }
    await importWorkers(request, name, admin, result)
    result.jobs += await importJobs(request, name, admin, result.left)
    onProgress(`${name}: done`)
  }
  return result
}

export async function listOf(remote: Remote, key: string, path: string): Promise<Values[]> {
  const { body } = await remote.json(key, 'GET', path)
  if (!Array.isArray(body)) throw new Error(`${path} did not answer a list; is this a Cortex?`)
  return body.map(asObject)
}

async function importOrganization(
  { database: { db }, now }: CortexImport,
  name: string,
  organization: Values,
  result: Imported,
) {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('organizations')
    .values({
      name,
      description: asText(organization.description) ?? '',
      status: organization.status === 'Locked' ? 'Locked' : 'Active',
      created_at: asNumber(organization.createdAt) ?? now,
      created_by: asText(organization.createdBy) ?? 'import',
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) > 0) result.organizations += 1
}

/** Answers the key of somebody who sees all of the organization. */
async function importUsers(
  request: CortexImport,
  organization: string,
  users: readonly Values[],
  result: Imported,
): Promise<string | undefined> {
  const { remote, key } = request
  let admin: string | undefined
  for (const user of users) {
    const login = idOf(user)
    if (login === undefined) continue
    const userKey = user.hasKey === true ? await keyOf(remote, key, login) : undefined
    const isActive = user.status !== 'Locked'
    const hasRole = Array.isArray(user.roles) && user.roles.includes('orgadmin')
    if (isActive && hasRole) admin ??= userKey
    await importUser(request, organization, login, user, userKey, result)
  }
  return admin
}

async function keyOf(remote: Remote, key: string, login: string): Promise<string | undefined> {
  try {
    return (
      (await remote.text(key, `/api/user/${encodeURIComponent(login)}/key`)).trim() || undefined
    )
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status < 500) return undefined
    throw error
  }
}

async function importUser(
  { database, secrets, now }: CortexImport,
  organization: string,
  login: string,
  user: Values,
  key: string | undefined,
  result: Imported,
) {
  const { left } = result
  const { db, dialect } = database
  const known = await db
    .selectFrom('users')
    .select('organization')
    .where('login', '=', login)
    .executeTakeFirst()
  if (known) {
    if (known.organization !== organization)
      left.push(
        `User ${login} of ${organization}: the login belongs to ${known.organization} here.`,
      )
    return
  }
  const isUsable = key !== undefined && key.length >= safeKeyLength
  const row = {
    login,
    organization,
    name: asText(user.name) ?? login,
    roles: JSON.stringify(
      roles.filter((role) => Array.isArray(user.roles) && user.roles.includes(role)),
    ),
    status: user.status === 'Locked' ? ('Locked' as const) : ('Active' as const),
    preferences: '{}',
    password_hash: null,
    created_at: asNumber(user.createdAt) ?? now,
    created_by: asText(user.createdBy) ?? 'import',
  }
  const insert = (columns: { key_hash: string | null; key_sealed: string | null }) =>
    db.transaction().execute((tx) => insertUser(tx, { ...row, ...columns }))
  const none = { key_hash: null, key_sealed: null }
  await insert(isUsable ? sealedKey(secrets, login, key) : none).catch((error: unknown) => {
    if (!isUsable || !dialect.isUniqueViolation(error)) throw error
    left.push(`User ${login}: the API key is another user's here; make a new one.`)
    return insert(none)
  })
  result.users += 1
  if (user.hasKey === true && !isUsable) left.push(`User ${login}: make a new API key.`)
  if (user.hasPassword === true)
    left.push(`User ${login}: set a password; it cannot be read there.`)
}

async function importWorkers(
  { remote, enable }: CortexImport,
  organization: string,
  admin: string,
  result: Imported,
) {
  for (const type of ['analyzer', 'responder'] as const)
    for (const worker of await listOf(remote, admin, `/api/${type}?range=all`)) {
      const problem = await enable(type, organization, worker)
      if (problem === undefined) result.workers += 1
      else if (problem !== '')
        result.left.push(`${organization}: ${type} ${String(worker.name)}: ${problem}`)
    }
}
