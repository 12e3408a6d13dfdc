import { contract } from '@assay/contract'
import { Compile } from 'typebox/compile'
import { isReservedLogin } from '../../domain/actors.ts'
import { homeOrganization } from '../../domain/caller.ts'
import { audit } from '../../identity/audit/store.ts'
import { checkKey, sealedKey } from '../../identity/users/keys.ts'
import { insertUser } from '../../identity/users/store.ts'
import type { Db } from '../../storage/database.ts'
import { type ImportContext, importer, origin } from './request.ts'
import { asText, changesOf, type Values } from './values.ts'

/** Roles as they are stored, lowest first. */
const allRoles = ['read', 'analyze', 'orgadmin', 'superadmin']

export interface NewTenant {
  readonly name: string
  readonly description: string
  readonly isLocked: boolean
  /** With who made it, and when. */
  readonly from: Values
}

const organizationInput = Compile(contract.createOrganization.input)
const userInput = Compile(contract.createUser.input)

/** False when it cannot be here, which is reported. */
export async function carryOrganization(
  context: ImportContext,
  { name, description, isLocked, from }: NewTenant,
): Promise<boolean> {
  const { database, options, now } = context
  const known = await database.db
    .selectFrom('organizations')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst()
  if (known) {
    context.here(name, 'organizations')
    return true
  }
  if (!organizationInput.Check({ name, description: 'x' })) {
    context.left(
      null,
      'organizations with an invalid name',
      'Rename them there, with visible characters and at most 128',
      JSON.stringify(name).slice(0, 200),
    )
    return false
  }
  context.carried(name, 'organizations')
  if (options.dryRun) return true
  await database.db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('organizations')
      .values({
        name,
        description,
        status: isLocked ? 'Locked' : 'Active',
        ...changesOf(from, { at: now(), by: importer }),
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst()
    if (!made) return
    await recorded(tx, now(), name, 'organization', name)
    await context.state.remember(tx, organizationKind, [{ sourceId: name, id: name }])
  })
  return true
}

export interface NewPerson {
  readonly login: string
  readonly organization: string
  readonly name: string
  readonly roles: readonly string[]
  readonly isLocked: boolean
  readonly hasPassword: boolean
  readonly hasKey: boolean
  /** Read there on request. */
  readonly key: string | undefined
  readonly from: Values
}

export async function carryUser(context: ImportContext, person: NewPerson): Promise<void> {
  const { database, options, now } = context
  const { login, organization, from } = person
  const known = await database.db
    .selectFrom('users')
    .select('organization')
    .where('login', '=', login)
    .executeTakeFirst()
  if (known) {
    if (known.organization === organization) context.here(organization, 'users')
    else
      context.left(
        organization,
        'users whose login belongs to another organization here',
        'Create them with another login',
        login,
      )
    return
  }
  const name = person.name.slice(0, 256) || login
  if (!userInput.Check({ login, name }) || isReservedLogin(login)) {
    const advice = 'Create them by hand with another login'
    context.left(organization, 'users with an invalid login', advice, login.slice(0, 200))
    return
  }
  context.carried(organization, 'users')
  reportSecrets(context, person)
  if (options.dryRun) return
  const row = {
    login,
    organization,
    name,
    roles: JSON.stringify(rolesHere(context, person)),
    status: person.isLocked ? ('Locked' as const) : ('Active' as const),
    preferences: '{}',
    password_hash: null,
    ...changesOf(from, { at: now(), by: importer }),
  }
  const insert = (columns: { key_hash: string | null; key_sealed: string | null }) =>
    database.db.transaction().execute(async (tx) => {
      await insertUser(tx, { ...row, ...columns })
      await recorded(tx, now(), organization, 'user', login)
    })
  const none = { key_hash: null, key_sealed: null }
  const { key } = person
  if (key === undefined || !isUsable(key)) return insert(none)
  if (!(await mayOpen(context, organization))) {
    context.left(
      organization,
      'API keys of users in an organization that was here before',
      'Name it with --organization if these keys are to open it, or make new ones',
      login,
    )
    return insert(none)
  }
  await insert(sealedKey(context.secrets, login, key)).catch((error: unknown) => {
    if (!database.dialect.isUniqueViolation(error)) throw error
    context.left(organization, "API keys that are another user's here", newKeyAdvice, login)
    return insert(none)
  })
}

/** The other server knows these keys: they open only what came from there, unless requested otherwise. */
async function mayOpen({ options, state }: ImportContext, organization: string): Promise<boolean> {
  if (organization === homeOrganization) return options.superadmins
  if (options.organizations.includes(organization)) return true
  return (await state.known(organizationKind, [organization])).has(organization)
}

const organizationKind = 'organization'

const newKeyAdvice = 'Make new ones: the users on their account page, or their orgadmin'

/** Superadmins are in one organization, without other users. */
function rolesHere(context: ImportContext, { login, organization, roles }: NewPerson): string[] {
  const isHome = organization === homeOrganization
  const kept = allRoles.filter((role) => roles.includes(role) && (role === 'superadmin') === isHome)
  if (kept.length < new Set(roles).size)
    context.left(
      organization,
      'roles that do not exist in this organization',
      `Superadmins are those of ${homeOrganization}, and only they`,
      `${login}: ${roles.filter((role) => !kept.includes(role)).join(', ')}`,
    )
  return kept
}

function reportSecrets(context: ImportContext, person: NewPerson): void {
  const { login, organization, hasPassword, hasKey, key } = person
  if (hasPassword)
    context.left(
      organization,
      'passwords',
      'No API gives them away: set new ones with `assay user reset-password LOGIN`, or sign in by a provider',
      login,
    )
  if (!hasKey || (key !== undefined && isUsable(key))) return
  if (key !== undefined)
    context.left(organization, 'API keys that are too short', newKeyAdvice, login)
  else context.left(organization, 'API keys', newKeyAdvice, login)
}

function isUsable(key: string): boolean {
  try {
    checkKey(key)
    return true
  } catch {
    return false
  }
}

/** After an import into a new installation, a user must be able to sign in. */
export async function reportWhoSignsIn(context: ImportContext): Promise<void> {
  const { database } = context
  const admin = await database.db
    .selectFrom('users')
    .select('login')
    .where('organization', '=', homeOrganization)
    .where('status', '=', 'Active')
    .where((eb) => eb.or([eb('password_hash', 'is not', null), eb('key_hash', 'is not', null)]))
    .executeTakeFirst()
  const provider = await database.db
    .selectFrom('user_identities')
    .select('login')
    .executeTakeFirst()
  if (!admin && !provider)
    context.left(null, 'no superadmin can sign in here', 'Run `assay user create LOGIN`', undefined)
}

export const recorded = (
  tx: Db,
  now: number,
  organization: string,
  objectType: string,
  objectId: string,
  details: Record<string, unknown> = {},
) =>
  audit(tx, { login: importer, ...origin }, now, {
    action: `${objectType}.import`,
    objectType,
    objectId,
    organization,
    details,
  })

export const textOr = (value: unknown, otherwise: string): string => asText(value) ?? otherwise
