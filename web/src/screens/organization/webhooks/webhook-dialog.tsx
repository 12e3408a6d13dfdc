import { type ObjectType, objectTypes, type Webhook } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { text } from '../../../base/texts/index.ts'
import { CheckBoxes } from '../../../base/ui/check-boxes.tsx'
import { Check, Field } from '../../../base/ui/field.tsx'
import { PasswordField } from '../../../base/ui/password-field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { objectTypeWords } from '../audit/action-words.ts'
import { isAddress, isSecretReference } from '../secret-reference.ts'
import { SettingDialog } from '../setting-dialog.tsx'

interface WebhookDialogProps {
  /** Absent for a new one. */
  webhook: Webhook | undefined
  onSaved: () => void
  /** The secret that the server made up; it is shown this once. */
  onSecret: (secret: string) => void
  onClose: () => void
}

interface WebhookValues {
  name: string
  url: string
  secret: string
  objectTypes: readonly ObjectType[]
  enabled: boolean
}

const shortestSecret = 16

function wrongFields({ name, url, secret }: WebhookValues): Record<string, string> {
  return {
    ...(name.trim() === '' ? { name: text('webhooks.nameMissing') } : {}),
    ...(isAddress(url) ? {} : { url: text('webhooks.urlWrong') }),
    ...(secret !== '' && secret.length < shortestSecret && !isSecretReference(secret)
      ? { secret: text('webhooks.secretShort', { count: shortestSecret }) }
      : {}),
  }
}

export function WebhookDialog({ webhook, onSaved, onSecret, onClose }: WebhookDialogProps) {
  const { values, action, set, field, check } = useForm<WebhookValues>(
    () => ({
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      secret: '',
      objectTypes: webhook?.objectTypes ?? [],
      enabled: webhook?.enabled ?? true,
    }),
    ['name', 'url', 'secret', 'objectTypes'],
  )

  async function save(): Promise<string> {
    const { secret, enabled } = values
    const name = values.name.trim()
    const input = {
      name,
      url: values.url.trim(),
      objectTypes: [...values.objectTypes],
      enabled,
      ...(secret ? { secret } : {}),
    }
    if (webhook) await api.updateWebhook({ id: webhook.id }, input)
    else {
      const created = await api.createWebhook(input)
      if (created.secret) onSecret(created.secret)
    }
    return name
  }

  return (
    <SettingDialog
      name={webhook?.name}
      add={text('webhooks.add')}
      action={action}
      wrong={() => wrongFields(values)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field label={text('webhooks.name')} {...field('name')} isRequired />
      <Field label={text('webhooks.url')} type="url" {...field('url')} isRequired />
      <PasswordField
        label={text('webhooks.secret')}
        {...field('secret')}
        autoComplete="new-password"
        placeholder={webhook ? text('configuration.secretKept') : ''}
        hint={text(webhook ? 'webhooks.secretKept' : 'webhooks.secretHint')}
      />
      <fieldset className="radios">
        <legend>{text('webhooks.tells')}</legend>
        <CheckBoxes
          name="objectTypes"
          offered={objectTypes}
          chosen={values.objectTypes}
          nameOf={objectTypeWords}
          onChange={(chosen) => set({ objectTypes: chosen })}
        />
        <p className="field-hint">{text('webhooks.tellsHint')}</p>
      </fieldset>
      <Check label={text('webhooks.enabled')} {...check('enabled')} />
    </SettingDialog>
  )
}
