import type { JobWithReport } from '@assay/contract'
import { useMemo, useState } from 'react'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { useArtifacts } from '../artifacts/use-artifacts.ts'
import { Findings } from '../findings/findings.tsx'
import type { ReportParts } from '../report-parts.ts'
import { BlockView } from './blocks.tsx'
import { FactPanels } from './fact-panels.tsx'
import { reportPanels } from './index.ts'
import type { Check } from './model.ts'
import { sentencesOf } from './sentences.ts'

const fewReasons = 6

/** One report for reading: why, then the facts of its type, then every field there is. */
export function ReportSummary({ job, parts }: { job: JobWithReport; parts: ReportParts }) {
  const found = useArtifacts(job.id, job.type === 'analyzer').data
  const reasons = useMemo(() => sentencesOf(parts), [parts])
  const panels = useMemo(
    () => reportPanels(job.workerName, job.dataType, { full: parts.findings, found: found ?? [] }),
    [job, parts, found],
  )
  const marking = { tlp: job.tlp, pap: job.pap }
  return (
    <>
      <Reasons reasons={reasons} marking={marking} />
      <FactPanels panels={panels} marking={marking} />
      <AllFields value={parts.findings} />
    </>
  )
}

function Reasons({
  reasons,
  marking,
}: {
  reasons: readonly Check[]
  marking: { tlp: number; pap: number }
}) {
  const [isWhole, setWhole] = useState(false)
  if (reasons.length === 0) return null
  const shown = isWhole ? reasons : reasons.slice(0, fewReasons)
  return (
    <section className="panel" aria-label={text('report.reasons')}>
      <BlockView block={{ is: 'said', items: shown }} marking={marking} />
      {reasons.length > fewReasons && (
        <Button size="small" kind="quiet" onClick={() => setWhole(!isWhole)}>
          {isWhole
            ? text('report.fewerReasons')
            : counted('report.moreReasons', reasons.length - fewReasons)}
        </Button>
      )}
    </section>
  )
}

/** The tree of everything; drawn only on request. */
function AllFields({ value }: { value: unknown }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="panel fact-fold"
      onToggle={(event) => {
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open)
      }}
    >
      <summary>{text('report.allFields')}</summary>
      {isOpen && <Findings value={value} />}
    </details>
  )
}
