import type { Mailbox } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { currentLanguage, languageName, languages, text } from '../../../base/texts/index.ts'
import { Check, Field, Select, TextArea } from '../../../base/ui/field.tsx'
import { PasswordField } from '../../../base/ui/password-field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { PapField, SeverityField, TlpField } from '../../../shared/response/marking-fields.tsx'
import { TagsField } from '../../../shared/response/tags-field.tsx'
import { SettingDialog } from '../setting-dialog.tsx'
import { inputOf, usualPort, valuesOf, wrongFields } from './mailbox-values.ts'

interface MailboxDialogProps {
  /** Absent for a new one. */
  mailbox: Mailbox | undefined
  onSaved: () => void
  onClose: () => void
}

export function MailboxDialog({ mailbox, onSaved, onClose }: MailboxDialogProps) {
  const { values, action, set, field, check, errors } = useForm(() =>
    valuesOf(mailbox, currentLanguage()),
  )
  const { auth, security } = values

  async function save(): Promise<string> {
    const input = inputOf(values)
    const secret = values.secret === '' ? {} : { secret: values.secret }
    if (mailbox) await api.updateMailbox({ id: mailbox.id }, { ...input, ...secret })
    else await api.createMailbox({ ...input, secret: values.secret })
    return input.name
  }

  return (
    <SettingDialog
      name={mailbox?.name}
      add={text('mailboxes.add')}
      shape="drawer"
      action={action}
      wrong={() => wrongFields(values, mailbox === undefined)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field
        label={text('mailboxes.name')}
        {...field('name')}
        hint={text('mailboxes.nameHint')}
        isRequired
      />
      <div className="field-row">
        <Field label={text('mailboxes.host')} {...field('host')} isRequired />
        <Select
          label={text('mailboxes.security')}
          name="security"
          value={security}
          options={[
            { value: 'tls', label: 'TLS' },
            { value: 'starttls', label: 'STARTTLS' },
          ]}
          onChange={(chosen) => set({ security: chosen as Mailbox['security'], port: '' })}
        />
        <Field
          label={text('mailboxes.port')}
          {...field('port')}
          placeholder={usualPort(security)}
          input={{ inputMode: 'numeric' }}
        />
      </div>
      <Select
        label={text('mailboxes.auth')}
        name="auth"
        value={auth}
        options={[
          { value: 'password', label: text('mailboxes.auth.password') },
          { value: 'microsoft', label: text('mailboxes.auth.microsoft') },
        ]}
        onChange={(chosen) => set({ auth: chosen as Mailbox['auth'] })}
      />
      {auth === 'microsoft' && (
        <div className="field-row">
          <Field label={text('mailboxes.tenant')} {...field('tenant')} isRequired />
          <Field label={text('mailboxes.clientId')} {...field('clientId')} isRequired />
        </div>
      )}
      <Field label={text('mailboxes.user')} {...field('user')} isRequired />
      <PasswordField
        label={text(auth === 'microsoft' ? 'mailboxes.clientSecret' : 'mailboxes.password')}
        {...field('secret')}
        autoComplete="new-password"
        placeholder={mailbox ? text('configuration.secretKept') : ''}
        hint={mailbox ? text('mailboxes.secretKept') : undefined}
      />
      <div className="field-row">
        <Field label={text('mailboxes.folder')} {...field('folder')} isRequired />
        <Field label={text('mailboxes.doneFolder')} {...field('doneFolder')} isRequired />
        <Field label={text('mailboxes.failedFolder')} {...field('failedFolder')} isRequired />
      </div>
      <Select
        label={text('mailboxes.take')}
        name="take"
        value={values.take}
        options={[
          { value: 'attached', label: text('mailboxes.take.attached') },
          { value: 'whole', label: text('mailboxes.take.whole') },
        ]}
        onChange={(chosen) => set({ take: chosen as Mailbox['take'] })}
      />
      <TextArea
        label={text('mailboxes.allow')}
        {...field('allow')}
        rows={2}
        hint={text('mailboxes.allowHint')}
      />
      <TextArea
        label={text('mailboxes.deny')}
        {...field('deny')}
        rows={2}
        hint={text('mailboxes.denyHint')}
      />
      <div className="field-row">
        <SeverityField value={values.severity} onChange={(severity) => set({ severity })} />
        <TlpField value={values.tlp} onChange={(tlp) => set({ tlp })} />
        <PapField value={values.pap} onChange={(pap) => set({ pap })} />
      </div>
      <TagsField
        label={text('mailboxes.tags')}
        tags={values.tags}
        onChange={(tags) => set({ tags })}
        error={errors.tags}
      />
      <Field label={text('mailboxes.caseTemplate')} {...field('caseTemplate')} />
      <Field
        label={text('mailboxes.perHour')}
        type="number"
        {...field('perHour')}
        hint={text('mailboxes.perHourHint')}
        isRequired
      />
      <Select
        label={text('mailboxes.reply')}
        name="reply"
        value={values.reply}
        options={[
          { value: 'off', label: text('mailboxes.reply.off') },
          { value: 'closed', label: text('mailboxes.reply.closed') },
        ]}
        onChange={(chosen) => set({ reply: chosen as Mailbox['reply'] })}
      />
      {values.reply === 'closed' && (
        <>
          <Field
            label={text('mailboxes.trustedServer')}
            {...field('trustedServer')}
            placeholder="mx.example.org"
            hint={text('mailboxes.trustedServerHint')}
            isRequired
          />
          <TextArea
            label={text('mailboxes.replyDomains')}
            {...field('replyDomains')}
            rows={2}
            hint={text('mailboxes.replyDomainsHint')}
            isRequired
          />
          <Select
            label={text('mailboxes.replyLanguage')}
            name="replyLanguage"
            value={values.replyLanguage}
            options={languages.map((value) => ({ value, label: languageName(value) }))}
            onChange={(chosen) => set({ replyLanguage: chosen as Mailbox['replyLanguage'] })}
          />
        </>
      )}
      <Check label={text('mailboxes.enabled')} {...check('enabled')} />
    </SettingDialog>
  )
}
