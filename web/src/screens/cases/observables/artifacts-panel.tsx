import { useState } from 'react'
import { attempt } from '../../../base/attempt.ts'
import { changed } from '../../../base/data/cache.ts'
import { shownValue } from '../../../base/model/observable.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Observable } from '../../../base/ui/observable.tsx'
import { Panel } from '../../../base/ui/page.tsx'
import { Table } from '../../../base/ui/table.tsx'
import { addObservables } from './add.ts'
import { artifactsIn, byDataType, type FoundArtifact } from './found-artifacts.ts'

/** A report may name thousands; the rest is on the job's own page. */
const maxShown = 200

interface ArtifactsPanelProps {
  caseId: string
  /** They are not more public than what they were found in. */
  tlp: number
  analyzer: string
  report: unknown
  canAdd: boolean
}

/** What an analyzer found in an observable, to be taken into the case. */
export function ArtifactsPanel(props: ArtifactsPanelProps) {
  const { caseId, tlp, analyzer, report, canAdd } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState(false)
  const found = artifactsIn(report)
  if (found.length === 0) return null
  const picked = found.filter(({ key }) => chosen.has(key))
  const add = async () => {
    setBusy(true)
    const message = text('cases.foundBy', { analyzer })
    const inputs = byDataType(picked).map((group) => ({ ...group, tlp, message }))
    const worked = await attempt(() => addObservables(caseId, inputs))
    if (worked) setChosen(new Set())
    await changed('case_artifact')
    setBusy(false)
  }
  const nameOf = (id: string) => {
    const one = found.find(({ key }) => key === id)
    return text('cases.select', { name: one ? shownValue(one) : '' })
  }
  return (
    <Panel
      title={text('cases.foundObservables', { count: found.length })}
      actions={
        canAdd && (
          <Button
            size="small"
            icon="plus"
            busy={busy}
            unavailable={picked.length === 0 && text('cases.selectFirst')}
            onClick={() => void add()}
          >
            {picked.length === 0
              ? text('cases.addToCase')
              : counted('cases.addCountToCase', picked.length)}
          </Button>
        )
      }
    >
      <Table<FoundArtifact>
        caption={text('cases.foundObservables', { count: found.length })}
        columns={[
          {
            key: 'data',
            label: text('cases.observable'),
            isHeader: true,
            cell: (artifact) => <Observable observed={artifact} canCopy />,
          },
        ]}
        rows={found.slice(0, maxShown)}
        idOf={({ key }) => key}
        {...(canAdd ? { selection: { chosen, onChange: setChosen, nameOf } } : {})}
      />
      {found.length > maxShown && (
        <p className="muted">{text('marks.more', { count: found.length - maxShown })}</p>
      )}
    </Panel>
  )
}
