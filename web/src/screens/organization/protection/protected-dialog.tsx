import type { ProtectedValue } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { text } from '../../../base/texts/index.ts'
import { Field, Select } from '../../../base/ui/field.tsx'
import { useForm } from '../../../base/use-form.ts'
import { shownEntry } from '../../../shared/responses/words.ts'
import { SettingDialog } from '../setting-dialog.tsx'

interface ProtectedDialogProps {
  entry: ProtectedValue | undefined
  onSaved: () => void
  onClose: () => void
}

const kinds = [
  'range',
  'domain',
  'mail',
  'hash',
  'account',
  'host',
] as const satisfies ProtectedValue['kind'][]

const dayMs = 86_400_000

/** The end of that day, where the user is. */
const endOf = (day: string) => Date.parse(`${day}T00:00:00`) + dayMs
const dayOf = (at: number) => {
  const date = new Date(at - 1)
  const part = (number: number) => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** One that exists keeps what it protects; its note and its end can change. */
export function ProtectedDialog({ entry, onSaved, onClose }: ProtectedDialogProps) {
  const { values, action, set, field } = useForm(() => ({
    kind: (entry?.kind ?? 'range') as ProtectedValue['kind'],
    value: entry?.value ?? '',
    note: entry?.note ?? '',
    expiresAt: entry?.expiresAt === undefined ? '' : dayOf(entry.expiresAt),
  }))
  const { kind, value, note, expiresAt } = values
  const isWrong = expiresAt !== '' && !(endOf(expiresAt) > Date.now())

  async function save(): Promise<string> {
    const change = {
      note: note.trim(),
      expiresAt: expiresAt === '' ? null : endOf(expiresAt),
    }
    if (entry) await api.updateProtectedValue({ id: entry.id }, change)
    else await api.createProtectedValue({ kind, value: value.trim(), ...change })
    return shownEntry({ kind, value: value.trim() })
  }

  return (
    <SettingDialog
      name={entry && shownEntry(entry)}
      add={text('protected.add')}
      action={action}
      wrong={() => ({
        ...(value.trim() === '' ? { value: text('protected.valueMissing') } : {}),
        ...(isWrong ? { expiresAt: text('protected.expiresWrong') } : {}),
      })}
      save={save}
      onSaved={onSaved}
      onClose={onClose}
    >
      {!entry && (
        <>
          <Select
            label={text('protected.kind')}
            name="kind"
            value={kind}
            onChange={(chosen) =>
              set({ kind: kinds.find((one) => one === chosen) ?? 'range' }, ['value'])
            }
            options={kinds.map((one) => ({ value: one, label: text(`protected.kind.${one}`) }))}
            hint={text(`protected.hint.${kind}`)}
          />
          <Field label={text('protected.value')} {...field('value')} isRequired />
        </>
      )}
      <Field label={text('protected.note')} {...field('note')} hint={text('protected.noteHint')} />
      <Field
        label={text('protected.expires')}
        type="date"
        {...field('expiresAt')}
        hint={text('protected.expiresHint')}
      />
    </SettingDialog>
  )
}
