import type { Job, Worker } from '@assay/contract'
import { useState } from 'react'
import { rememberJobs } from '../analysis/session-jobs.ts'
import { fileOf, submit } from '../data/submit.ts'
import { takesType, useAnalyzers } from '../data/workers.ts'
import type { useBulk } from '../jobs/use-bulk.ts'
import { defaultMarking } from '../model/marking.ts'
import { useRights } from '../session/rights.ts'
import { counted, text } from '../texts/index.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PapMark, TlpMark } from '../ui/marks.tsx'
import { showToast } from '../ui/toasts.tsx'
import type { Subject } from './subject.ts'

/** More than this is asked about once. */
const manyJobs = 50

interface RunButtonsProps {
  subject: Subject
  /** A next question is marked as the last one was. */
  newest: Job | undefined
  missing: readonly Worker[]
  bulk: ReturnType<typeof useBulk>
  onDone: () => void
}

export function RunButtons({ subject, newest, missing, bulk, onDone }: RunButtonsProps) {
  const { analyze } = useRights()
  const analyzers = useAnalyzers(analyze)
  const [asking, setAsking] = useState<readonly Worker[]>()
  if (!analyze) return null
  const fitting = (analyzers.data ?? []).filter((worker) => takesType(worker, subject.dataType))
  const { tlp, pap } = newest ?? { tlp: defaultMarking, pap: defaultMarking }

  async function run(workers: readonly Worker[]) {
    setAsking(undefined)
    const file = newest?.attachment
    // Fetched once, for all of them.
    const value = file ? fileOf(file) : Promise.resolve(subject.value)
    const { done } = await bulk.run({
      label: text('dossier.running'),
      items: workers,
      nameOf: ({ name }) => name,
      work: async ({ id }) =>
        submit({ analyzerId: id, dataType: subject.dataType, value: await value, tlp, pap }),
    })
    rememberJobs(done.map(({ result }) => result))
    const cached = done.filter(({ result }) => result.fromCache).length
    const started = done.length - cached
    const said = [
      started > 0 && counted('jobs.started', started),
      cached > 0 && counted('jobs.answeredFromCache', cached),
    ].filter(Boolean)
    if (said.length > 0) showToast({ kind: 'success', message: said.join(' ') })
    onDone()
  }
  const start = (workers: readonly Worker[]) =>
    workers.length > manyJobs ? setAsking(workers) : void run(workers)
  const cannot =
    (subject.dataType === 'file' && !newest?.attachment && text('dossier.noBytes')) ||
    (fitting.length === 0 && text('dossier.noneFits'))
  return (
    <div className="buttons dossier-run">
      <Button
        kind="primary"
        icon="play"
        busy={bulk.isBusy}
        unavailable={cannot}
        onClick={() => start(fitting)}
      >
        {text('dossier.runAll', { count: fitting.length })}
      </Button>
      {missing.length > 0 && (
        <Button busy={bulk.isBusy} unavailable={cannot} onClick={() => start(missing)}>
          {text('dossier.runMissing', { count: missing.length })}
        </Button>
      )}
      <span className="dossier-marks muted">
        {text('dossier.markedAs')} <TlpMark tlp={tlp} /> <PapMark pap={pap} />
      </span>
      {asking && (
        <ConfirmDialog
          title={text('dossier.askTitle', { count: asking.length })}
          confirm={text('dossier.askRun')}
          kind="primary"
          onConfirm={() => void run(asking)}
          onCancel={() => setAsking(undefined)}
        >
          <p>{text('dossier.askText')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
