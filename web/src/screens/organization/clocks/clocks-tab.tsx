import type { ClockPolicy } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { severityName } from '../../../shared/response/marking-choices.ts'
import { SettingsTab } from '../settings-tab.tsx'
import { PausingPart } from './pausing-part.tsx'
import { PolicyDialog } from './policy-dialog.tsx'
import { policyName } from './policy-words.ts'

/** How long cases may take, and the statuses in which they wait for others. */
export function ClocksTab() {
  const policies = useQuery({
    queryKey: keyOf('clockPolicies'),
    queryFn: ({ signal }) => api.listClockPolicies({}, { signal }),
  })
  const ids = (policies.data ?? []).map(({ id }) => id)
  return (
    <>
      <SettingsTab
        texts="clocks"
        query={policies}
        stale={keyOf('clockPolicies')}
        caption={text('place.clocks')}
        columns={columns()}
        idOf={({ id }) => id}
        nameOf={policyName}
        icon="status-waiting"
        canEdit
        editor={(policy, { saved, close }) => (
          <PolicyDialog policy={policy} onSaved={saved} onClose={close} />
        )}
        remove={({ id }) => api.deleteClockPolicy({ id })}
        buttons={(policy) =>
          ids.length > 1 && (
            <>
              <Button
                size="small"
                icon="up"
                unavailable={ids[0] === policy.id && text('clocks.isFirst')}
                onClick={() => void move(ids, policy.id, -1)}
              >
                <span className="visually-hidden">
                  {text('clocks.moveUp', { name: policyName(policy) })}
                </span>
              </Button>
              <Button
                size="small"
                icon="down"
                unavailable={ids.at(-1) === policy.id && text('clocks.isLast')}
                onClick={() => void move(ids, policy.id, 1)}
              >
                <span className="visually-hidden">
                  {text('clocks.moveDown', { name: policyName(policy) })}
                </span>
              </Button>
            </>
          )
        }
      />
      <PausingPart />
    </>
  )
}

const move = (ids: readonly string[], id: string, by: -1 | 1) =>
  attempt(async () => {
    const others = ids.filter((one) => one !== id)
    await api.orderClockPolicies({ ids: others.toSpliced(ids.indexOf(id) + by, 0, id) })
    await readAgain(keyOf('clockPolicies'))
  })

const columns = (): Column<ClockPolicy>[] => [
  {
    key: 'name',
    label: text('clocks.policy'),
    isHeader: true,
    className: 'cell-name',
    cell: policyName,
  },
  {
    key: 'severities',
    label: text('clocks.severity'),
    isWide: true,
    cell: ({ severities }) =>
      severities.length === 0
        ? text('clocks.all')
        : severities.map((severity) => severityName(String(severity))).join(', '),
  },
  {
    key: 'template',
    label: text('clocks.template'),
    cell: ({ template }) => template ?? text('clocks.anyCase'),
  },
  {
    key: 'warnAt',
    label: text('clocks.warnAtShort'),
    align: 'right',
    cell: ({ warnAt }) => text('clocks.percent', { count: warnAt }),
  },
  {
    key: 'escalateTo',
    label: text('clocks.escalateTo'),
    cell: ({ escalateTo }) => escalateTo ?? <Nothing />,
  },
]
