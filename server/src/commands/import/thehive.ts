import { homeOrganization } from '../../domain/caller.ts'
import { idMaker } from '../../platform/changes/ids.ts'
import { identify } from './identify.ts'
import { RemoteRefusal, type Session } from './remote.ts'
import type { ImportContext } from './request.ts'
import { carryOrganization, reportWhoSignsIn, textOr } from './tenants.ts'
import { importAlerts } from './thehive-alerts.ts'
import { importCases } from './thehive-cases.ts'
import { importDefinitions, importPeople, seen } from './thehive-definitions.ts'
import { type HiveSource, openSource } from './thehive-source.ts'
import { asObject, asObjects, asText, type Values } from './values.ts'

/** Holds only administrators there. */
const adminOrganisation = 'admin'

interface Membership {
  readonly organisation: string
  readonly session: Session
  readonly isAdmin: boolean
}

/** Everything of the organizations that the keys belong to. What is here already is left alone. */
export async function importTheHive(context: ImportContext): Promise<void> {
  const { options } = context
  const members: Membership[] = []
  for (const [index, key] of options.keys.entries())
    members.push(...(await membershipsOf(context, key, index)))
  const own = new Map<string, Membership>()
  for (const member of members)
    if (!member.isAdmin && !own.has(member.organisation)) own.set(member.organisation, member)
  checkWanted(context, own)
  const nameHere = (organisation: string) =>
    organisation === adminOrganisation || organisation === homeOrganization
      ? undefined
      : own.has(organisation) && options.into !== undefined
        ? options.into
        : organisation
  const isWanted = (name: string) =>
    options.organizations.length === 0 || options.organizations.includes(name)

  const admin = members.find(({ isAdmin }) => isAdmin)
  if (admin) await importTenants(context, admin, nameHere, isWanted, own)
  else
    context.left(
      null,
      'organizations and users that only an administrator sees',
      'Give one more --key, of a user of the organisation admin, if there are others than those above',
    )
  for (const [organisation, { session }] of own) {
    const name = nameHere(organisation)
    if (name === undefined || !isWanted(organisation)) continue
    await importOrganisation(context, organisation, name, session, nameHere)
  }
  await reportWhoSignsIn(context)
}

function checkWanted({ options }: ImportContext, own: ReadonlyMap<string, Membership>): void {
  const missing = options.organizations.filter((name) => !own.has(name))
  if (missing.length > 0)
    throw new Error(`--organization: none of the given keys is of ${missing.join(', ')}`)
  const wanted = options.organizations.length > 0 ? options.organizations.length : own.size
  if (options.into !== undefined && wanted !== 1)
    throw new Error('--into needs one organization: give one --key, or choose with --organization')
  if (own.has('') && options.into === undefined)
    throw new Error(
      '--into: this version has no organizations; name the one that is to hold all here',
    )
}

/** The organizations of a key; with several, a header says which is meant. */
async function membershipsOf(
  { remote }: ImportContext,
  key: string,
  index: number,
): Promise<Membership[]> {
  const user = await currentUser(remote.as(key), index)
  const listed = asObjects(user.organisations).flatMap((one) => {
    const organisation = asText(one.organisation)
    return organisation === undefined ? [] : [{ organisation, profile: asText(one.profile) }]
  })
  const found =
    listed.length > 0
      ? listed
      : [{ organisation: textOr(user.organisation, ''), profile: asText(user.profile) }]
  return found.map(({ organisation, profile }) => ({
    organisation,
    session: remote.as(key, found.length > 1 ? { 'x-organisation': organisation } : {}),
    isAdmin: organisation === adminOrganisation || profile === 'admin',
  }))
}

async function currentUser(session: Session, index: number): Promise<Values> {
  try {
    return await identify(session, '/api/v1/user/current', index)
  } catch (error) {
    // Version 3 has no such path.
    if (!(error instanceof RemoteRefusal) || ![0, 404].includes(error.status)) throw error
    return identify(session, '/api/user/current', index)
  }
}

/** Names and people of the whole platform; the content of organizations needs their own keys. */
async function importTenants(
  context: ImportContext,
  { session }: Membership,
  nameHere: (organisation: string) => string | undefined,
  isWanted: (organisation: string) => boolean,
  own: ReadonlyMap<string, Membership>,
): Promise<void> {
  const source = await openSource(session)
  for (const organisation of await seen(context, source, null, 'organisation')) {
    const there = asText(organisation.name)
    const name = there === undefined || !isWanted(there) ? undefined : nameHere(there)
    if (there === undefined || name === undefined) continue
    await carry(context, name, organisation)
    if (!own.has(there))
      context.left(
        name,
        'its cases and alerts, which none of the given keys can see',
        `Give one more --key, of a user of ${there}: administrators see no cases`,
      )
  }
  await importPeople(context, source, undefined, nameHere, isWanted)
}

async function importOrganisation(
  context: ImportContext,
  organisation: string,
  name: string,
  session: Session,
  nameHere: (organisation: string) => string | undefined,
): Promise<void> {
  context.onProgress(`${name}: organization, users and definitions`)
  const source = await openSource(session)
  if (!(await carry(context, name, await described(session, organisation)))) return
  await importPeople(context, source, organisation, nameHere)
  const newId = idMaker(context.now())
  await importDefinitions(context, source, name, newId)
  const hive = { context, source, organization: name, newId }
  await importCases(hive)
  await importAlerts(hive)
  await reportOthers(context, source, name)
}

const carry = (context: ImportContext, name: string, from: Values): Promise<boolean> =>
  carryOrganization(context, {
    name,
    description: textOr(from.description, ''),
    isLocked: from.locked === true,
    from,
  })

async function described(session: Session, organisation: string): Promise<Values> {
  if (organisation === '') return {}
  try {
    const path = `/api/v1/organisation/${encodeURIComponent(organisation)}`
    return asObject((await session.get(path)).body)
  } catch (error) {
    if (error instanceof RemoteRefusal && error.status !== 401) return {}
    throw error
  }
}

const withoutPlace = [
  [
    'listPage',
    'pages of the knowledge base',
    'They are not imported: export them there, and add those you need',
  ],
  [
    'listDashboard',
    'dashboards',
    'They are not imported: copy their definitions from /api/dashboard there to /api/dashboard here',
  ],
  [
    'listShare',
    'shares of cases with other organizations',
    'They are not imported: link the organizations here and share open cases again',
  ],
  [
    'listJob',
    'analyses of observables; their short reports are imported',
    'Import the Cortex for the jobs',
  ],
  ['listAction', 'actions of responders', 'Import the Cortex for the jobs'],
] as const

/** What has no equivalent here is counted where the other server can say how many there are. */
async function reportOthers(context: ImportContext, source: HiveSource, organization: string) {
  for (const what of source.unseen)
    context.left(
      organization,
      `${what.replace(/([A-Z])/g, ' $1').toLowerCase()}, which the key does not see`,
      'To import them, run this again with --refresh and the --key of a user who does',
    )
  for (const [list, what, advice] of withoutPlace) {
    const count = await source.count(list)
    if (count !== undefined && count !== 0)
      context.left(organization, what, advice, undefined, Math.abs(count))
  }
}
