import type { Job } from '@assay/contract'
import { plainValue } from '../../../base/model/observable.ts'
import { navigate } from '../../../base/routing/location.ts'
import { useRights } from '../../../base/session/rights.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { copyable, copyText } from '../../../base/ui/copy.tsx'
import { valuePath } from '../../../base/ui/observable.tsx'
import { openNewAnalysis } from '../../analysis/draft.ts'
import { type Found, observablesOf, strictestTlp } from './list.ts'

interface ArtifactBarProps {
  job: Job
  chosen: readonly Found[]
  onClear: () => void
}

/** What can be done with the chosen artifacts. */
export function ArtifactBar({ job, chosen, onClear }: ArtifactBarProps) {
  const { analyze } = useRights()
  const observables = observablesOf(chosen)
  const [only] = chosen
  const run = () => {
    openNewAnalysis({ observables, tlp: strictestTlp(job.tlp, chosen), pap: job.pap })
  }
  const copy = () => {
    const values = chosen.map((found) => copyable(found.dataType, plainValue(found)))
    void copyText(values.join('\n'))
  }
  return (
    <div className="bulk-bar">
      <strong>{counted('report.artifacts.chosen', chosen.length)}</strong>
      {analyze && (
        <Button
          size="small"
          icon="play"
          unavailable={observables.length === 0 && text('report.artifacts.onlyFiles')}
          onClick={run}
        >
          {text('report.artifacts.run')}
        </Button>
      )}
      <Button size="small" icon="copy" onClick={copy}>
        {text('report.artifacts.copy')}
      </Button>
      <Button
        size="small"
        icon="observable"
        unavailable={
          (chosen.length !== 1 || only?.data === undefined) && text('report.artifacts.onlyOne')
        }
        onClick={() => only && navigate(valuePath(only))}
      >
        {text('report.artifacts.dossier')}
      </Button>
      {observables.length > 0 && observables.length < chosen.length && (
        <span className="muted">{text('report.artifacts.filesLeftOut')}</span>
      )}
      <Button size="small" kind="quiet" onClick={onClear}>
        {text('report.artifacts.clear')}
      </Button>
    </div>
  )
}
