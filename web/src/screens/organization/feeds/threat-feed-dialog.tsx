import type { ThreatFeed } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Radios, Select } from '../../../base/ui/field.tsx'
import { PasswordField } from '../../../base/ui/password-field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { resourceOptions } from '../configuration/resource-options.ts'
import { useResources } from '../resources/use-resources.ts'
import { isAddress } from '../secret-reference.ts'
import { SettingDialog } from '../setting-dialog.tsx'

interface ThreatFeedDialogProps {
  /** Absent for a new one. */
  feed: ThreatFeed | undefined
  onSaved: () => void
  onClose: () => void
}

interface FeedValues {
  name: string
  kind: 'address' | 'file'
  url: string
  headerName: string
  headerValue: string
  resource: string
  format: ThreatFeed['format']
  level: ThreatFeed['level']
  refreshMinutes: string
}

const hour = 60
const feedFormats = [
  'auto',
  'text',
  'csv',
  'misp',
  'stix',
] as const satisfies ThreatFeed['format'][]
const feedLevels = ['info', 'suspicious', 'malicious'] as const satisfies ThreatFeed['level'][]

function wrongFields({ name, kind, url, resource, refreshMinutes }: FeedValues) {
  const minutes = Number(refreshMinutes)
  return {
    ...(/^[a-z0-9][a-z0-9-]{0,63}$/.test(name.trim()) ? {} : { name: text('threats.nameWrong') }),
    ...(kind === 'address' && !isAddress(url) ? { url: text('webhooks.urlWrong') } : {}),
    ...(kind === 'file' && resource === '' ? { resource: text('threats.fileMissing') } : {}),
    ...(Number.isInteger(minutes) && minutes >= 5 && minutes <= 43_200
      ? {}
      : { refreshMinutes: text('threats.minutesWrong') }),
  }
}

/** By an address, or by a file of the organization, which works offline. */
export function ThreatFeedDialog({ feed, onSaved, onClose }: ThreatFeedDialogProps) {
  const resources = useResources()
  const { values, action, errors, set, field } = useForm<FeedValues>(() => ({
    name: feed?.name ?? '',
    kind: feed?.resource ? 'file' : 'address',
    url: feed?.url ?? '',
    headerName: feed?.headerName ?? '',
    headerValue: '',
    resource: feed?.resource ?? '',
    format: feed?.format ?? 'auto',
    level: feed?.level ?? 'malicious',
    refreshMinutes: String(feed?.refreshMinutes ?? hour),
  }))

  async function save(): Promise<string> {
    const { kind, headerValue } = values
    const name = values.name.trim()
    const headerName = values.headerName.trim()
    const source =
      kind === 'file'
        ? { resource: values.resource }
        : {
            url: values.url.trim(),
            ...(headerName ? { headerName } : {}),
            ...(headerName && headerValue ? { headerValue } : {}),
          }
    await api.saveThreatFeed(
      { name },
      {
        ...source,
        format: values.format,
        level: values.level,
        refreshMinutes: Number(values.refreshMinutes),
      },
    )
    return name
  }

  return (
    <SettingDialog
      name={feed?.name}
      add={text('threats.add')}
      action={action}
      wrong={() => wrongFields(values)}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Field
        label={text('threats.name')}
        {...field('name')}
        // It is what the feed is known by; another name would be another feed.
        {...(feed ? { input: { readOnly: true } } : {})}
        hint={text('threats.nameHint')}
        isRequired
      />
      <Radios
        legend={text('threats.from')}
        name="kind"
        value={values.kind}
        onChange={(kind) => set({ kind }, ['url', 'resource'])}
        options={(['address', 'file'] as const).map((value) => ({
          value,
          label: text(`threats.from.${value}`),
        }))}
      />
      {values.kind === 'address' ? (
        <>
          <Field label={text('webhooks.url')} type="url" {...field('url')} isRequired />
          <div className="form-row">
            <Field
              label={text('threats.headerName')}
              {...field('headerName')}
              placeholder="Auth-Key"
              hint={text('threats.headerHint')}
            />
            <PasswordField
              label={text('threats.headerValue')}
              {...field('headerValue')}
              autoComplete="new-password"
              placeholder={feed?.headerName ? text('configuration.secretKept') : ''}
            />
          </div>
        </>
      ) : (
        <Select
          label={text('threats.file')}
          name="resource"
          value={values.resource}
          onChange={(resource) => set({ resource })}
          options={resourceOptions(resources.data ?? [], values.resource)}
          error={errors.resource}
        />
      )}
      <div className="form-row">
        <Select
          label={text('threats.level')}
          name="level"
          value={values.level}
          onChange={(chosen) =>
            set({ level: feedLevels.find((level) => level === chosen) ?? 'malicious' })
          }
          options={feedLevels.map((value) => ({ value, label: text(`level.${value}`) }))}
        />
        <Select
          label={text('threats.format')}
          name="format"
          value={values.format}
          onChange={(chosen) =>
            set({ format: feedFormats.find((format) => format === chosen) ?? 'auto' })
          }
          options={feedFormats.map((value) => ({ value, label: text(`threats.format.${value}`) }))}
        />
        <Field
          label={text('threats.minutes')}
          {...field('refreshMinutes')}
          input={{ inputMode: 'numeric' }}
        />
      </div>
    </SettingDialog>
  )
}
