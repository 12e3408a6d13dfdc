import { homeOrganization } from '../../domain/caller.ts'
import { type CustomFieldType, customFieldTypes } from '../../domain/response/custom-fields.ts'
import { findProfile } from '../../domain/response/permissions.ts'
import { observableTypesOf } from '../../platform/observable-types/store.ts'
import { customFieldsOf } from '../../platform/render/definitions.ts'
import type { Db } from '../../storage/database.ts'
import { RemoteRefusal } from './remote.ts'
import { type ImportContext, importer } from './request.ts'
import { carryUser, textOr } from './tenants.ts'
import { fieldValues, tagsOf } from './thehive-rows.ts'
import type { Definition, HiveSource } from './thehive-source.ts'
import {
  asAuthor,
  asFlag,
  asLevel,
  asNumber,
  asObjects,
  asText,
  asTexts,
  changesOf,
  idOf,
  type Values,
} from './values.ts'

/** What a case or an alert refers to: custom fields, types of observables, templates. */
export async function importDefinitions(
  context: ImportContext,
  source: HiveSource,
  organization: string,
  newId: () => string,
): Promise<void> {
  await importFields(context, source, organization, newId)
  await importTypes(context, source, organization, newId)
  await importTemplates(context, source, organization, newId)
}

/** Those of the organization: what the whole platform has is its superadmin's business. */
async function importFields(
  context: ImportContext,
  source: HiveSource,
  organization: string,
  newId: () => string,
) {
  const { database, options, now } = context
  const known = await customFieldsOf(database.db, organization)
  for (const field of await seen(context, source, organization, 'customField')) {
    const name = nameOf(context, organization, 'custom fields', field.reference ?? field.name)
    if (name === undefined) continue
    const type = typeOf(field.type)
    const here = known.get(name)
    if (here) {
      context.here(organization, 'custom fields')
      if (here.type !== type)
        context.left(
          organization,
          'custom fields of another type here',
          'Values of that type are not imported: rename one of the two',
          `${name}: ${type} there, ${here.type} here`,
        )
      continue
    }
    context.carried(organization, 'custom fields')
    if (options.dryRun) continue
    const row = {
      id: newId(),
      organization,
      name,
      display_name: (asText(field.displayName) ?? asText(field.name) ?? name).slice(0, 256),
      description: asText(field.description) ?? '',
      type,
      mandatory: asFlag(field.mandatory),
      options: JSON.stringify(Array.isArray(field.options) ? field.options : []),
      ...changesOf(field, { at: now(), by: importer }),
    }
    await database.db
      .insertInto('custom_fields')
      .values(row)
      .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
      .execute()
  }
}

const maxName = 128

/** Names identify entities: one that is too long cannot be cut. */
function nameOf(context: ImportContext, organization: string, what: string, value: unknown) {
  const name = asText(value)
  if (name === undefined || name.length <= maxName) return name
  context.left(
    organization,
    `${what} whose name is longer than ${maxName} characters`,
    'Give them shorter names there, if they are wanted',
    name,
  )
  return undefined
}

const severityOf = (value: unknown) => {
  const severity = asNumber(value)
  return severity === undefined ? null : Math.min(4, Math.max(1, severity))
}

/** Version 5 has addresses too, which are texts here; version 3 says `number`. */
function typeOf(given: unknown): CustomFieldType {
  const type = textOr(given, 'string').toLowerCase()
  if (type === 'number') return 'float'
  return customFieldTypes.find((known) => known === type) ?? 'string'
}

async function importTypes(
  context: ImportContext,
  source: HiveSource,
  organization: string,
  newId: () => string,
) {
  const { database, options } = context
  const known = await observableTypesOf(database.db, organization)
  for (const type of await seen(context, source, organization, 'observableType')) {
    const name = nameOf(context, organization, 'observable types', type.name)
    if (name === undefined || known.has(name)) continue
    context.carried(organization, 'observable types')
    const isAttachment = type.isAttachment === true
    if (!options.dryRun) await addType(context, organization, newId(), name, isAttachment, type)
  }
}

/** Also those that only an observable names. */
export const addType = (
  { database, now }: Pick<ImportContext, 'database' | 'now'>,
  organization: string,
  id: string,
  name: string,
  isAttachment: boolean,
  from: Values = {},
  db: Db = database.db,
) =>
  db
    .insertInto('observable_types')
    .values({
      id,
      organization,
      name,
      is_attachment: Number(isAttachment),
      ...changesOf(from, { at: now(), by: importer }),
    })
    .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
    .execute()

async function importTemplates(
  context: ImportContext,
  source: HiveSource,
  organization: string,
  newId: () => string,
) {
  const { database, options, now } = context
  const rules = await customFieldsOf(database.db, organization)
  for (const template of await seen(context, source, organization, 'caseTemplate')) {
    const name = nameOf(context, organization, 'case templates', template.name)
    if (name === undefined) continue
    const known = await database.db
      .selectFrom('case_templates')
      .select('id')
      .where('organization', '=', organization)
      .where('name', '=', name)
      .executeTakeFirst()
    if (known) {
      context.here(organization, 'case templates')
      continue
    }
    context.carried(organization, 'case templates')
    if (options.dryRun) continue
    const report = (what: string, advice: string) =>
      context.left(organization, what, advice, `case template ${name}`)
    const level = (value: unknown) => (asNumber(value) === undefined ? null : asLevel(value))
    await database.db
      .insertInto('case_templates')
      .values({
        id: newId(),
        organization,
        name,
        display_name: (asText(template.displayName) ?? name).slice(0, 256),
        title_prefix: asText(template.titlePrefix)?.slice(0, 512) ?? null,
        description: asText(template.description) ?? null,
        severity: severityOf(template.severity),
        flag: asFlag(template.flag),
        tlp: level(template.tlp),
        pap: level(template.pap),
        summary: asText(template.summary) ?? null,
        tags: JSON.stringify(tagsOf(template)),
        custom_fields: JSON.stringify(fieldValues(template.customFields, rules, report)),
        tasks: JSON.stringify(asObjects(template.tasks).map(plannedTask)),
        ...changesOf(template, { at: now(), by: importer }),
      })
      .onConflict((conflict) => conflict.columns(['organization', 'name']).doNothing())
      .execute()
  }
}

/** As our own templates hold them; JSON leaves out what is not given. */
const plannedTask = (task: Values) => ({
  title: textOr(task.title, '').slice(0, 512),
  group: asText(task.group)?.slice(0, 128),
  description: asText(task.description),
  assignee: asAuthor(task.assignee) ?? asAuthor(task.owner),
  flag: typeof task.flag === 'boolean' ? task.flag : undefined,
  mandatory: typeof task.mandatory === 'boolean' ? task.mandatory : undefined,
  order: asNumber(task.order),
})

/** Profiles are roles here; a custom profile gets the least. */
export async function importPeople(
  context: ImportContext,
  source: HiveSource,
  organization: string | undefined,
  nameHere: (organization: string) => string | undefined,
  isWanted: (organization: string) => boolean = () => true,
): Promise<void> {
  const shown = organization === undefined ? null : (nameHere(organization) ?? organization)
  for (const user of await seen(context, source, shown, 'user')) {
    const login = asText(user.login) ?? idOf(user)
    const own = asText(user.organisation) ?? organization
    if (login === undefined || own === undefined || login.startsWith('system@')) continue
    const target = nameHere(own)
    if (target !== undefined && !isWanted(own)) continue
    const profile = asText(user.profile)
    const roles = rolesOf(profile, asTexts(user.roles))
    if (target === undefined || roles.includes('superadmin')) {
      context.left(
        null,
        'administrators of the whole platform',
        `Create them with \`assay user create\`, without --organization: they are those of ${homeOrganization} here`,
        login,
      )
      continue
    }
    if (profile !== undefined && !findProfile(profile))
      context.left(
        target,
        'custom profiles',
        'Their users have the role read here; give them more by hand',
        `${login}: ${profile}`,
      )
    const others = asObjects(user.organisations).flatMap((one) => asText(one.organisation) ?? [])
    for (const other of others.filter((one) => one !== own))
      context.left(
        target,
        'memberships in a second organization',
        'A user belongs to one here: create another user, if it is needed',
        `${login} in ${other}`,
      )
    await carryUser(context, {
      login,
      organization: target,
      name: textOr(user.name, login),
      roles,
      isLocked: user.locked === true || user.status === 'Locked',
      hasPassword: user.hasPassword !== false,
      hasKey: user.hasKey === true,
      key: undefined,
      from: user,
    })
  }
}

const cumulative = ['read', 'analyze', 'orgadmin']

function rolesOf(profile: string | undefined, given: readonly string[]): string[] {
  if (profile !== undefined) {
    const role = findProfile(profile)?.role ?? 'read'
    return role === 'superadmin' ? [role] : cumulative.slice(0, cumulative.indexOf(role) + 1)
  }
  if (given.includes('superadmin')) return ['superadmin']
  // Of version 3, and of this product.
  if (given.includes('admin') || given.includes('orgadmin')) return cumulative
  if (given.includes('write') || given.includes('analyze')) return ['read', 'analyze']
  return ['read']
}

const plural = {
  customField: 'custom fields',
  caseTemplate: 'case templates',
  observableType: 'observable types',
  user: 'users',
  organisation: 'organizations',
} as const

/** What the key may not see is reported, and the rest continues. */
export async function seen(
  context: ImportContext,
  source: HiveSource,
  organization: string | null,
  kind: Definition,
): Promise<readonly Values[]> {
  try {
    return await source.definitions(kind)
  } catch (error) {
    if (!(error instanceof RemoteRefusal) || error.status === 401) throw error
    context.left(
      organization,
      `${plural[kind]}, which the key does not see`,
      "Pass a --key that can see them, such as an org-admin's",
      error.message,
    )
    return []
  }
}
