import './cases.css'
import '../response/response.css'
import { useState } from 'react'
import { FilterBar } from '../list/filter-bar.tsx'
import { FilterChips } from '../list/filter-chips.tsx'
import { ListTable } from '../list/list-table.tsx'
import { useList } from '../list/use-list.ts'
import { useSelection } from '../list/use-selection.ts'
import { defangText } from '../model/defang.ts'
import { path } from '../routing/match.ts'
import { useRights } from '../session/rights.ts'
import { text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
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
