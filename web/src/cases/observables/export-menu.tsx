import type { CaseV1 } from '@assay/contract'
import { downloadText } from '../../export/download.ts'
import { attempt } from '../../response/attempt.ts'
import { text } from '../../texts/index.ts'
import { Menu } from '../../ui/menu.tsx'
import { allObservables } from './data.ts'
import { observablesCsv, observablesJson } from './export.ts'
import type { ObservableFilter } from './filter.ts'

interface ExportMenuProps {
  row: CaseV1
  search: { filter: ObservableFilter; sort: string }
}

/** Everything that the filter lets through, also what is on other pages. */
export function ExportMenu({ row, search }: ExportMenuProps) {
  const save = (kind: 'csv' | 'json') =>
    void attempt(async () => {
      const rows = await allObservables(row._id, search)
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
