import type { ProtectedValue } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Nothing } from '../../../base/ui/nothing.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Switch } from '../../../base/ui/switch.tsx'
import { type Column, Table } from '../../../base/ui/table.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { shownEntry } from '../../../shared/responses/words.ts'
import { SettingsTab } from '../settings-tab.tsx'
import { ProtectedDialog } from './protected-dialog.tsx'
import { ProtectionTry } from './protection-try.tsx'

/** What responders that change something are never run on: own entries, those of all, those that come with Assay. */
export function ProtectedTab({ isOfAll = false }: { isOfAll?: boolean }) {
  const scope = isOfAll ? 'all' : 'organization'
  const query = useQuery({
    queryKey: keyOf('protectedValues', 'list'),
    queryFn: ({ signal }) => api.listProtectedValues({}, { signal }),
  })
  const own = useQuery({
    queryKey: keyOf('protectedValues', 'list'),
    queryFn: ({ signal }) => api.listProtectedValues({}, { signal }),
    select: (rows: ProtectedValue[]) => rows.filter((row) => row.scope === scope),
  })
  return (
    <>
      <SettingsTab
        texts="protected"
        query={own}
        stale={keyOf('protectedValues')}
        caption={text(isOfAll ? 'place.platform-protected' : 'place.protected')}
        {...(isOfAll && { about: text('protected.aboutAll') })}
        columns={columns()}
        idOf={({ id }) => id}
        nameOf={shownEntry}
        icon="shield"
        canEdit
        editor={(entry, { saved, close }) => (
          <ProtectedDialog entry={entry} onSaved={saved} onClose={close} />
        )}
        remove={({ id }) => api.deleteProtectedValue({ id })}
      />
      {!isOfAll && (
        <section className="settings-part">
          <h2>{text('protected.try')}</h2>
          <ProtectionTry />
        </section>
      )}
      <section className="settings-part">
        <h2>{text(isOfAll ? 'protected.shipped' : 'protected.given')}</h2>
        <p className="muted">{text(isOfAll ? 'protected.shippedAbout' : 'protected.givenAbout')}</p>
        <Answer query={query}>
          {(rows) => (
            <Table
              caption={text(isOfAll ? 'protected.shipped' : 'protected.given')}
              columns={[...columns(), switchColumn()]}
              rows={rows.filter((row) => row.scope !== scope)}
              idOf={({ id }) => id}
            />
          )}
        </Answer>
      </section>
    </>
  )
}

const columns = (): Column<ProtectedValue>[] => [
  {
    key: 'value',
    label: text('protected.value'),
    isHeader: true,
    className: 'cell-name',
    cell: (entry) => {
      const shown = shownEntry(entry)
      return shown === '' ? entry.note : <span className="value">{shown}</span>
    },
  },
  {
    key: 'kind',
    label: text('protected.kind'),
    cell: ({ kind }) => text(`protected.kind.${kind}`),
  },
  {
    key: 'note',
    label: text('protected.note'),
    isWide: true,
    cell: ({ note, value }) => (note && value !== '*' ? defangText(note) : <Nothing />),
  },
  {
    key: 'expires',
    label: text('protected.expires'),
    cell: ({ expiresAt }) =>
      expiresAt === undefined ? text('protected.forever') : <Time at={expiresAt} />,
  },
]

const switchColumn = (): Column<ProtectedValue> => ({
  key: 'enabled',
  label: text('protected.inEffect'),
  align: 'right',
  cell: (entry) =>
    entry.scope === 'shipped' ? (
      <Switch
        label={text('protected.enable', { name: entry.note || shownEntry(entry) })}
        isOn={entry.enabled}
        onChange={(enabled) => void enable(entry.id, enabled)}
      />
    ) : (
      text('protected.ofAll')
    ),
})

const enable = (id: string, enabled: boolean) =>
  attempt(async () => {
    await api.updateProtectedValue({ id }, { enabled })
    await readAgain(keyOf('protectedValues'))
  })
