import { useEffect, useState } from 'react'
import { shownValue } from '../../../base/model/observable.ts'
import { text } from '../../../base/texts/index.ts'
import { Table, toggled } from '../../../base/ui/table.tsx'
import { VirtualRows } from '../../../base/ui/virtual-rows.tsx'
import { artifactColumns } from './columns.tsx'
import type { Found } from './list.ts'

interface ArtifactListProps {
  found: readonly Found[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}

/** Up to here a real table is quick; beyond, only what is in sight is drawn. */
const maxTableRows = 300

export function ArtifactList({ found, chosen, onChange }: ArtifactListProps) {
  if (found.length > maxTableRows) {
    return <LongList found={found} chosen={chosen} onChange={onChange} />
  }
  const byId = new Map(found.map((artifact) => [artifact.id, artifact]))
  return (
    <Table
      caption={text('report.part.found')}
      columns={artifactColumns()}
      rows={found}
      idOf={({ id }) => id}
      selection={{
        chosen,
        onChange,
        nameOf: (id) => selectName(byId.get(id)),
      }}
    />
  )
}

const selectName = (artifact: Found | undefined) =>
  text('report.artifacts.select', { value: artifact ? shownValue(artifact) : '' })

function LongList({ found, chosen, onChange }: ArtifactListProps) {
  const isNarrow = useIsNarrow()
  const columns = artifactColumns()
  const isAll = found.every(({ id }) => chosen.has(id))
  return (
    <>
      <label className="artifact-all">
        <input
          type="checkbox"
          checked={isAll}
          onChange={() => onChange(new Set(isAll ? [] : found.map(({ id }) => id)))}
        />
        {text('report.artifacts.selectAll', { count: found.length })}
      </label>
      <VirtualRows
        label={text('report.part.found')}
        count={found.length}
        rowHeight={isNarrow ? 96 : 44}
        className="artifact-rows"
        row={(index) => {
          const artifact = found[index]
          if (!artifact) return null
          return (
            <div className="artifact-row" data-chosen={chosen.has(artifact.id) || undefined}>
              <label className="tick">
                <input
                  type="checkbox"
                  checked={chosen.has(artifact.id)}
                  onChange={() => onChange(toggled(chosen, artifact.id))}
                />
                <span className="visually-hidden">{selectName(artifact)}</span>
              </label>
              {columns.map((column) => (
                <div key={column.key} className={`artifact-${column.key}`}>
                  {column.cell(artifact)}
                </div>
              ))}
            </div>
          )
        }}
      />
    </>
  )
}

/** Rows of one height each must know it before they are drawn. */
function useIsNarrow(): boolean {
  const [query] = useState(() => matchMedia('(width < 720px)'))
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const follow = () => setNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [query])
  return isNarrow
}
