import { randomInt } from 'node:crypto'
import type { contract, Input } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { type Caller, homeOrganization, type Origin } from '../../domain/caller.ts'
import { AttributeCheckingError, setUpAlready } from '../../domain/errors.ts'
import { addOrganization, type NewOrganization } from '../organizations/change.ts'
import { isSetUp, preparedUser } from '../users/create.ts'
import { type CallerRow, findLogin } from '../users/store.ts'

interface SetUp {
  readonly user: CallerRow
  readonly organization: string
  readonly platform: { readonly login: string; readonly password: string }
}

/**
 * The first run. Two accounts, because an account that manages organizations sees no case: the
 * person's, and the platform account with a generated password. All of it or nothing.
 */
export async function setUp(
  deps: Deps,
  hooks: NewOrganization,
  caller: Caller,
  origin: Origin,
  input: Input<typeof contract.setUp>,
): Promise<SetUp> {
  if (caller.via !== 'setup') throw setUpAlready()
  const { user, analyzers = 'offline' } = input
  const organization = input.organization.name
  if (organization === homeOrganization)
    throw takenName('organization', `The name ${organization} is reserved for the platform`)
  const platform = { login: input.platform?.login ?? 'platform', password: newPassPhrase() }
  if (user.login === platform.login)
    throw takenName('login', `The login ${user.login} is reserved for the platform account`)
  const addUser = await preparedUser(deps, caller, origin, {
    ...user,
    organization,
    roles: ['read', 'analyze', 'orgadmin'],
  })
  const addPlatform = await preparedUser(deps, caller, origin, {
    ...platform,
    name: 'Platform',
    organization: homeOrganization,
    roles: ['superadmin'],
  })
  await deps.db.transaction().execute(async (tx) => {
    if (await isSetUp(tx, deps)) throw setUpAlready()
    const { name, description = name } = input.organization
    await addOrganization(deps, tx, caller, origin, { name, description })
    if (analyzers !== 'none') await hooks.enableBuiltin?.(tx, analyzers, name, caller, origin)
    await addPlatform(tx)
    await addUser(tx)
  })
  const row = await findLogin(deps.db, user.login)
  if (!row) throw setUpAlready()
  return { user: row, organization, platform }
}

/** Said at the field that it is about. */
const takenName = (name: string, problem: string) =>
  new AttributeCheckingError('setup', [
    {
      type: 'InvalidFormatAttributeError',
      name,
      format: 'name',
      message: `${problem}. Choose another`,
    },
  ])

const consonants = 'bdfghjklmnprstvz'
const vowels = 'aeiou'

/** Four words that can be read out and typed, and a number: 72 bits. */
function newPassPhrase(): string {
  const syllable = () => pick(consonants) + pick(vowels)
  const word = () => syllable() + syllable() + pick(consonants)
  return [word(), word(), word(), word(), String(randomInt(10, 100))].join('-')
}

const pick = (letters: string) => letters[randomInt(letters.length)] ?? ''
