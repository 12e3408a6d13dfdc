import './cases.css'
import '../../shared/response/response.css'
import { useState } from 'react'
import { defangText } from '../../base/model/defang.ts'
import { path } from '../../base/routing/match.ts'
import { useRights } from '../../base/session/rights.ts'
import { text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Page } from '../../base/ui/page.tsx'
import { Empty } from '../../base/ui/states.tsx'
import { FilterBar } from '../../shared/list/filter-bar.tsx'
import { FilterChips } from '../../shared/list/filter-chips.tsx'
import { ListTable } from '../../shared/list/list-table.tsx'
import { useList } from '../../shared/list/use-list.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { CasesBulkBar } from './bulk-bar.tsx'
import { caseColumns } from './columns.tsx'
import { caseList, useCases } from './list.ts'
import { NewCaseDialog } from './new-case-dialog.tsx'

export function CasesPage() {
  const { analyze } = useRights()
  const [isCreating, setCreating] = useState(false)
  const list = useList(caseList)
  const cases = useCases(list)
  const selection = useSelection(list, cases.data?.rows ?? [])
  const newCase = analyze && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {text('cases.new')}
    </Button>
  )
  return (
    <Page title={text('cases.title')} actions={newCase}>
      <FilterBar list={list} />
      <FilterChips list={list} />
      <ListTable
        list={list}
        query={cases}
        selection={selection}
        canSelect={analyze}
        nameOf={({ number, title }) =>
          text('cases.select', { name: defangText(`#${number} ${title}`) })
        }
        caption={text('cases.title')}
        columns={caseColumns((tag) => list.add('tag', tag))}
        pathOf={({ _id }) => path`/cases/${_id}`}
        none={
          <Empty title={text('cases.none')} icon="case" action={newCase}>
            {text('cases.noneAbout')}
          </Empty>
        }
        bulkBar={<CasesBulkBar selection={selection} />}
      />
      {isCreating && <NewCaseDialog onClose={() => setCreating(false)} />}
    </Page>
  )
}
