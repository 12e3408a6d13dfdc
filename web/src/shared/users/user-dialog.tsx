import './users.css'
import type { User } from '@assay/contract'
import { useOrganizations } from '../../base/data/organizations.ts'
import { useRights } from '../../base/session/rights.ts'
import { useSession } from '../../base/session/session.ts'
import { type TextKey, text } from '../../base/texts/index.ts'
import { Field, Radios, Select } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { NewPasswordFields } from '../../base/ui/new-password-fields.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useForm } from '../../base/use-form.ts'
import { type RoleSet, roleSetsIn } from './role-sets.ts'
import { usersChanged } from './use-users.ts'
import {
  changeUser,
  createUser,
  inOrganization,
  type UserValues,
  userErrors,
  userFields,
  valuesOf,
} from './user-form.ts'

interface UserDialogProps {
  /** Absent for a new user. */
  user?: User | undefined
  /** Where the user belongs; absent when it is to be chosen. */
  organization?: string | undefined
  /** Chosen at first for a new user. */
  roleSet?: RoleSet
  title?: string
  onClose: () => void
}

export function UserDialog(props: UserDialogProps) {
  const { user, organization, roleSet, title, onClose } = props
  const session = useSession()
  const { platform } = useRights()
  const { values, action, errors, set, field } = useForm<UserValues>(
    () => ({ ...valuesOf(user, organization ?? ''), ...(roleSet ? { roleSet } : {}) }),
    userFields,
  )
  const isNew = user === undefined
  const isSelf = user?.id === session.user.id
  const asksOrganization = organization === undefined && !isSelf

  async function save() {
    if (user) await changeUser(user, values)
    else await createUser(values, platform)
    usersChanged()
    const login = values.login.trim()
    showToast({
      kind: 'success',
      message: text(isNew ? 'users.created' : 'users.changed', { login }),
    })
    onClose()
  }

  return (
    <FormDialog
      title={title ?? text(isNew ? 'users.add' : 'users.editTitle', { login: values.login })}
      submit={text(isNew ? 'users.create' : 'app.save')}
      action={action}
      wrong={() => userErrors(values, isNew)}
      onSubmit={save}
      onClose={onClose}
    >
      {isNew && (
        <Field
          label={text('users.login')}
          {...field('login')}
          hint={text('users.loginHint')}
          isRequired
        />
      )}
      <Field label={text('users.name')} {...field('name')} isRequired />
      {asksOrganization && (
        <OrganizationSelect
          value={values.organization}
          error={errors.organization}
          hint={isNew ? undefined : text('users.moveHint')}
          onChange={(chosen) => set(inOrganization(values, chosen), ['organization'])}
        />
      )}
      {!isSelf && (
        <div className="role-sets">
          <Radios<RoleSet | ''>
            legend={text('users.roles')}
            name="roles"
            value={values.roleSet}
            onChange={(chosen) => set({ roleSet: chosen })}
            options={roleSetsIn(values.organization).map((value) => ({
              value,
              label: <RoleSetLabel set={value} />,
            }))}
          />
        </div>
      )}
      {isNew && (
        <>
          <NewPasswordFields
            value={values}
            onChange={set}
            errors={errors}
            labels={{ password: text('password.new'), repeat: text('password.repeat') }}
          />
          <p className="field-hint">{text('users.passwordOptional')}</p>
        </>
      )}
    </FormDialog>
  )
}

function RoleSetLabel({ set }: { set: RoleSet }) {
  return (
    <>
      {text(`users.role.${set}` as TextKey)}
      <small className="muted"> {text(`users.roleHint.${set}` as TextKey)}</small>
    </>
  )
}

interface OrganizationSelectProps {
  value: string
  error: string | undefined
  hint: string | undefined
  onChange: (organization: string) => void
}

function OrganizationSelect({ value, error, hint, onChange }: OrganizationSelectProps) {
  const organizations = useOrganizations().data ?? []
  return (
    <Select
      label={text('users.organization')}
      name="organization"
      value={value}
      onChange={onChange}
      error={error}
      hint={hint}
      options={[
        { value: '', label: text('users.chooseOrganization'), isDisabled: true },
        ...organizations.map(({ name, status }) => ({
          value: name,
          label: status === 'Locked' ? text('users.lockedOrganization', { name }) : name,
          isDisabled: status === 'Locked',
        })),
      ]}
    />
  )
}
