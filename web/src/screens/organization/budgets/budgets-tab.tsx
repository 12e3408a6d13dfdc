import type { Budget } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { attempt } from '../../../base/attempt.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { analyzerName } from '../../../base/model/analyzer-name.ts'
import { counted, formatNumber, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Nothing } from '../../../base/ui/nothing.tsx'
import type { Column } from '../../../base/ui/table.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useBudgets } from '../../../shared/budgets/data.ts'
import { windowsWords } from '../../../shared/budgets/windows.ts'
import { stateOf } from '../../../shared/budgets/words.ts'
import { SettingsTab } from '../settings-tab.tsx'
import { BudgetDialog } from './budget-dialog.tsx'

const everyMs = 30_000

/** Limits of credentials; analyzers are assigned in their own form, or by an equal key here. */
export function BudgetsTab() {
  const budgets = useBudgets(true, everyMs)
  return (
    <SettingsTab
      texts="budgets"
      query={budgets}
      stale={keyOf('budgets')}
      caption={text('place.budgets')}
      columns={columns()}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      icon="pause"
      canEdit
      editor={(budget, { saved, close }) => (
        <BudgetDialog budget={budget} onSaved={saved} onClose={close} />
      )}
      isFixed={({ source }) => source !== 'organization'}
      remove={({ id }) => api.deleteBudget({ id })}
      buttons={(budget) =>
        (budget.sameCredential ?? []).length > 0 && (
          <Button
            size="small"
            title={budget.sameCredential?.map(({ name }) => analyzerName(name)).join(', ')}
            onClick={() => void share(budget)}
          >
            {counted('budgets.share', budget.sameCredential?.length ?? 0)}
            <span className="visually-hidden"> {budget.name}</span>
          </Button>
        )
      }
    />
  )
}

/** All with the same key count together, or the provider's limit is reached unseen. */
async function share({ id, name, sameCredential = [] }: Budget): Promise<void> {
  await attempt(async () => {
    for (const worker of sameCredential) {
      const update = worker.type === 'analyzer' ? api.updateAnalyzer : api.updateResponder
      await update({ id: worker.id }, { budget: id })
    }
    showToast({
      kind: 'success',
      message: counted('budgets.shared', sameCredential.length, { name }),
    })
    await readAgain(keyOf('budgets'), keyOf('analyzers'), keyOf('responders'))
  })
}

const columns = (): Column<Budget>[] => [
  {
    key: 'name',
    label: text('budgets.name'),
    isHeader: true,
    className: 'cell-name',
    cell: ({ name, source }) => (
      <>
        {name}
        {source !== 'organization' && <small className="muted"> {text('budgets.ofServer')}</small>}
      </>
    ),
  },
  {
    key: 'windows',
    label: text('budgets.windows'),
    isWide: true,
    cell: ({ windows }) => windowsWords(windows),
  },
  {
    key: 'state',
    label: text('brakes.column.state'),
    cell: (budget) => text(`brakes.budget.${stateOf(budget)}`),
  },
  {
    key: 'waiting',
    label: text('brakes.column.waiting'),
    align: 'right',
    cell: ({ waiting }) => formatNumber(waiting),
  },
  {
    key: 'workers',
    label: text('budgets.usedBy'),
    isWide: true,
    cell: ({ workers }) =>
      workers.length === 0 ? (
        <Nothing />
      ) : (
        workers
          .map(({ name, cost }) =>
            cost > 1 ? `${analyzerName(name)} ×${cost}` : analyzerName(name),
          )
          .join(', ')
      ),
  },
]
