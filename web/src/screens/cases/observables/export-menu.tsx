import type { CaseV1, ObservableV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { text } from '../../../base/texts/index.ts'
import { Menu } from '../../../base/ui/menu.tsx'
import { downloadText } from '../../../shared/export/download.ts'
import type { ListState } from '../../../shared/list/declaration.ts'
import { allObservables } from '../../../shared/response/held-observables.ts'
import { observablesCsv, observablesJson } from './export.ts'

interface ExportMenuProps {
  row: CaseV1
  list: ListState<ObservableV1>
  /** What is left when the page filters, too. */
  judged: readonly ObservableV1[] | undefined
}

/** Everything that the filter lets through, also what is on other pages. */
export function ExportMenu({ row, list, judged }: ExportMenuProps) {
  const save = (kind: 'csv' | 'json') =>
    void attempt(async () => {
      const rows = judged ?? (await allObservables('case', row._id, list))
      const content = kind === 'csv' ? observablesCsv(rows) : observablesJson(rows)
      downloadText(`case-${row.number}-observables`, kind, content)
    })
  return (
    <Menu
      name={text('cases.export')}
      label={text('cases.export')}
      button={{ size: 'small', icon: 'download' }}
      items={[
        { label: text('cases.exportCsv'), icon: 'file', onSelect: () => save('csv') },
        { label: text('cases.exportJson'), icon: 'file', onSelect: () => save('json') },
      ]}
    />
  )
}
