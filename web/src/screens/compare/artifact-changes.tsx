import type { Artifact, JobWithReport } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { keyOf } from '../../base/data/keys.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, labeled, text } from '../../base/texts/index.ts'
import { Button } from '../../base/ui/button.tsx'
import { Observable, valuePath } from '../../base/ui/observable.tsx'
import { Panel } from '../../base/ui/page.tsx'
import { Answer } from '../../base/ui/states.tsx'
import { openNewAnalysis } from '../analysis/draft.ts'
import { compareArtifacts } from './artifacts.ts'

const maxArtifacts = 10_000
const shownArtifacts = 100

const useArtifacts = (id: string) =>
  useQuery({
    queryKey: keyOf('job', id, 'artifacts', 'compare'),
    queryFn: async () => (await api.listArtifacts({ id }, { range: `0-${maxArtifacts}` })).rows,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What the analyzer found in addition to its report: new, gone and as before. */
export function ArtifactChanges({ one, other }: { one: JobWithReport; other: JobWithReport }) {
  const before = useArtifacts(one.id)
  const after = useArtifacts(other.id)
  return (
    <Answer query={before}>
      {(old) => (
        <Answer query={after}>
          {(fresh) => <Compared old={old} fresh={fresh} marks={other} />}
        </Answer>
      )}
    </Answer>
  )
}

interface ComparedProps {
  old: readonly Artifact[]
  fresh: readonly Artifact[]
  /** The markings that a next question should have. */
  marks: Pick<JobWithReport, 'tlp' | 'pap'>
}

function Compared({ old, fresh, marks }: ComparedProps) {
  const { analyze } = useRights()
  const { added, removed, same } = compareArtifacts(old, fresh)
  // A file cannot be handed on without its bytes.
  const observables = added.flatMap(({ dataType, data }) =>
    data === undefined ? [] : [{ dataType, data }],
  )
  return (
    <Panel
      title={text('compare.artifacts')}
      actions={
        analyze &&
        observables.length > 0 && (
          <Button
            size="small"
            icon="play"
            onClick={() => openNewAnalysis({ observables, tlp: marks.tlp, pap: marks.pap })}
          >
            {counted('compare.runOnNew', observables.length)}
          </Button>
        )
      }
    >
      <p className="compare-artifact-counts number">
        <Count sign="+" count={added.length} label={text('compare.added')} />
        <Count sign="−" count={removed.length} label={text('compare.removed')} />
        <Count sign="=" count={same.length} label={text('compare.same.artifacts')} />
      </p>
      <ArtifactList title={text('compare.newArtifacts')} artifacts={added} />
      <ArtifactList title={text('compare.goneArtifacts')} artifacts={removed} />
    </Panel>
  )
}

const Count = (props: { sign: string; count: number; label: string }) => (
  <span title={props.label}>
    <span className="visually-hidden">{labeled(props.label, '')}</span>
    {props.sign}
    {props.count}
  </span>
)

function ArtifactList({ title, artifacts }: { title: string; artifacts: readonly Artifact[] }) {
  if (artifacts.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className="compare-artifact-list">
        {artifacts.slice(0, shownArtifacts).map((artifact) => (
          <li key={artifact.id}>
            <Observable observed={artifact} to={valuePath(artifact)} />
          </li>
        ))}
      </ul>
      {artifacts.length > shownArtifacts && (
        <p className="muted">{text('marks.more', { count: artifacts.length - shownArtifacts })}</p>
      )}
    </>
  )
}
