import type { User } from '@assay/contract'
import { api } from '../../base/api.ts'
import { newPasswordErrors } from '../../base/new-password.ts'
import { onConflict } from '../../base/on-conflict.ts'
import { text } from '../../base/texts/index.ts'
import { type RoleSet, roleSetOf, roleSetsIn, rolesOf } from './role-sets.ts'

export interface UserValues {
  login: string
  name: string
  organization: string
  roleSet: RoleSet | ''
  password: string
  repeat: string
}

export const userFields = ['login', 'name', 'organization', 'roles', 'password', 'repeat']

export const valuesOf = (user: User | undefined, organization: string): UserValues => ({
  login: user?.id ?? '',
  name: user?.name ?? '',
  organization: user?.organization ?? organization,
  roleSet: user ? (roleSetOf(user.roles) ?? '') : (roleSetsIn(organization)[0] ?? 'read'),
  password: '',
  repeat: '',
})

/** Another organization may have other roles to give. */
export function inOrganization(values: UserValues, organization: string): UserValues {
  const offered = roleSetsIn(organization)
  const keeps = offered.some((set) => set === values.roleSet)
  return { ...values, organization, roleSet: keeps ? values.roleSet : (offered[0] ?? 'read') }
}

export function userErrors(values: UserValues, isNew: boolean): Record<string, string> {
  const wantsPassword = isNew && (values.password !== '' || values.repeat !== '')
  return {
    ...(isNew && values.login.trim() === '' ? { login: text('users.loginMissing') } : {}),
    ...(values.name.trim() === '' ? { name: text('users.nameMissing') } : {}),
    ...(values.organization === '' ? { organization: text('users.organizationMissing') } : {}),
    ...(wantsPassword ? newPasswordErrors(values, values.login) : {}),
  }
}

/** `organization` is sent only when it was requested: orgadmins have only one. */
export async function createUser(values: UserValues, sendsOrganization: boolean): Promise<void> {
  const created = api.createUser({
    login: values.login.trim(),
    name: values.name.trim(),
    ...(sendsOrganization ? { organization: values.organization } : {}),
    ...(values.roleSet ? { roles: rolesOf(values.roleSet) } : {}),
    ...(values.password ? { password: values.password } : {}),
  })
  await onConflict(created, { login: text('users.loginTaken') })
}

/** Only changes are sent: users may not change their own roles, not even to the same ones. */
export async function changeUser(user: User, values: UserValues): Promise<void> {
  const { roleSet, organization } = values
  await api.updateUser(
    { login: user.id },
    {
      name: values.name.trim(),
      ...(roleSet && roleSet !== roleSetOf(user.roles) ? { roles: rolesOf(roleSet) } : {}),
      ...(organization !== user.organization ? { organization } : {}),
    },
  )
}
