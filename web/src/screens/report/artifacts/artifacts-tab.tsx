import type { Job } from '@assay/contract'
import { useMemo, useState } from 'react'
import { useSearch } from '../../../base/routing/location.ts'
import { formatNumber, text } from '../../../base/texts/index.ts'
import { SearchInput } from '../../../base/ui/search-input.tsx'
import { Answer, Empty } from '../../../base/ui/states.tsx'
import { ArtifactBar } from './artifact-bar.tsx'
import { ArtifactList } from './artifact-list.tsx'
import './artifacts.css'
import { type Found, filtered, typeCounts } from './list.ts'
import { useArtifacts } from './use-artifacts.ts'
import { ZipPassword } from './zip-password.tsx'

/** What the analyzer found besides its report: to pivot from. */
export function ArtifactsTab({ job }: { job: Job }) {
  const query = useArtifacts(job.id)
  return (
    <Answer query={query}>
      {(found) =>
        found.length === 0 ? (
          <Empty title={text('report.artifacts.none')} icon="observable">
            {text('report.artifacts.noneText')}
          </Empty>
        ) : (
          <Artifacts job={job} found={found} />
        )
      }
    </Answer>
  )
}

function Artifacts({ job, found }: { job: Job; found: readonly Found[] }) {
  const { params, set } = useSearch()
  const types = params.getAll('foundType')
  const wanted = params.get('found') ?? ''
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const counts = useMemo(() => typeCounts(found), [found])
  const shown = filtered(found, { types, wanted })
  // What a filter hides must not be sent anywhere unseen.
  const chosenShown = shown.filter(({ id }) => chosen.has(id))
  const toggleType = (type: string) =>
    set({
      foundType: types.includes(type) ? types.filter((one) => one !== type) : [...types, type],
    })
  return (
    <>
      <div className="filters">
        <SearchInput
          label={text('report.artifacts.filter')}
          value={wanted}
          onChange={(next) => set({ found: next })}
        />
        <fieldset className="artifact-types">
          <legend className="visually-hidden">{text('report.artifacts.types')}</legend>
          {counts.map(([type, count]) => (
            <button
              key={type}
              type="button"
              className="button button-small artifact-type"
              aria-pressed={types.includes(type)}
              onClick={() => toggleType(type)}
            >
              {type} <span className="tab-count">{formatNumber(count)}</span>
            </button>
          ))}
        </fieldset>
      </div>
      {shown.some(({ attachment }) => attachment) && <ZipPassword />}
      {shown.length === 0 ? (
        <Empty
          title={text('report.artifacts.noMatch')}
          icon="filter"
          action={
            <button
              type="button"
              className="button"
              onClick={() => set({ foundType: undefined, found: undefined })}
            >
              {text('app.clearAll')}
            </button>
          }
        />
      ) : (
        <ArtifactList found={shown} chosen={chosen} onChange={setChosen} />
      )}
      {chosenShown.length > 0 && (
        <ArtifactBar job={job} chosen={chosenShown} onClear={() => setChosen(new Set())} />
      )}
    </>
  )
}
