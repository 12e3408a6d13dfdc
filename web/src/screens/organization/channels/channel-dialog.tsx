import { type Channel, type ChannelForm, channelForms, channelKinds } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { currentLanguage, languageName, languages, text } from '../../../base/texts/index.ts'
import { CheckBoxes } from '../../../base/ui/check-boxes.tsx'
import { Check, Field, Select } from '../../../base/ui/field.tsx'
import { PasswordField } from '../../../base/ui/password-field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { markingChoices, severityChoices } from '../../../shared/response/marking-choices.ts'
import { SettingDialog } from '../setting-dialog.tsx'
import { inputOf, valuesOf, wrongFields } from './channel-values.ts'

interface ChannelDialogProps {
  /** Absent for a new one. */
  channel: Channel | undefined
  onSaved: () => void
  /** The secret that the server made up; it is shown this once. */
  onSecret: (secret: string) => void
  onClose: () => void
}

export function ChannelDialog({ channel, onSaved, onSecret, onClose }: ChannelDialogProps) {
  const { values, action, set, field, check, errors } = useForm(() =>
    valuesOf(channel, currentLanguage()),
  )

  async function save(): Promise<string> {
    const input = inputOf(values)
    const saved = channel
      ? await api.updateChannel({ id: channel.id }, input)
      : await api.createChannel({ ...input, url: values.url.trim() })
    if (saved.secret) onSecret(saved.secret)
    return input.name
  }

  return (
    <SettingDialog
      name={channel?.name}
      add={text('channels.add')}
      shape="drawer"
      action={action}
      wrong={() => wrongFields(values, channel === undefined)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field label={text('channels.name')} {...field('name')} isRequired />
      <Select
        label={text('channels.form')}
        name="form"
        value={values.form}
        options={channelForms.map((value) => ({ value, label: text(`channels.form.${value}`) }))}
        onChange={(chosen) => set({ form: chosen as ChannelForm })}
      />
      <PasswordField
        label={text('channels.url')}
        {...field('url')}
        autoComplete="new-password"
        placeholder={channel ? text('configuration.secretKept') : ''}
        hint={text(channel ? 'channels.urlKept' : 'channels.urlHint')}
      />
      {values.form === 'generic' && (
        <PasswordField
          label={text('webhooks.secret')}
          {...field('secret')}
          autoComplete="new-password"
          placeholder={channel ? text('configuration.secretKept') : ''}
          hint={text(channel ? 'webhooks.secretKept' : 'webhooks.secretHint')}
        />
      )}
      <fieldset className="radios">
        <legend>{text('channels.kinds')}</legend>
        <CheckBoxes
          name="kinds"
          offered={channelKinds}
          chosen={values.kinds}
          isWrong={errors.kinds !== undefined}
          nameOf={(kind) => text(`outbox.kind.${kind}`)}
          onChange={(kinds) => set({ kinds })}
        />
        {errors.kinds && <p className="field-error">{errors.kinds}</p>}
      </fieldset>
      <div className="field-row">
        <Select
          label={text('channels.minSeverity')}
          name="minSeverity"
          value={String(values.minSeverity)}
          options={severityChoices()}
          onChange={(chosen) => set({ minSeverity: Number(chosen) })}
        />
        <Select
          label={text('channels.maxTlp')}
          name="maxTlp"
          value={String(values.maxTlp)}
          options={markingChoices('TLP')}
          onChange={(chosen) => set({ maxTlp: Number(chosen) })}
          hint={text('channels.maxTlpHint')}
        />
        <Select
          label={text('preferences.language')}
          name="language"
          value={values.language}
          options={languages.map((value) => ({ value, label: languageName(value) }))}
          onChange={(chosen) => set({ language: chosen as Channel['language'] })}
        />
      </div>
      <Check label={text('channels.enabled')} {...check('enabled')} />
    </SettingDialog>
  )
}
