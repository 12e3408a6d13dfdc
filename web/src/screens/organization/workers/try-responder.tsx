import { defang, detect, type JobWithReport, refang } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { defangSentence } from '../../../base/model/defang.ts'
import { reasonLine } from '../../../base/model/failures.ts'
import { asText, isRecord } from '../../../base/model/levels.ts'
import type { Observed } from '../../../base/model/observable.ts'
import { responseWords } from '../../../base/model/response-words.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { text } from '../../../base/texts/index.ts'
import { Field } from '../../../base/ui/field.tsx'
import { StatusMark } from '../../../base/ui/marks.tsx'
import { useAction } from '../../../base/use-action.ts'
import { sampleValue } from './samples.ts'
import { TryForm } from './try-form.tsx'
import type { WorkerRow } from './worker-rows.ts'

interface TryResponderProps {
  worker: NonNullable<WorkerRow['worker']>
  hasChanges: boolean
}

const ofValue = 'thehive:case_artifact'
const sample = sampleValue('domain') ?? ''

/** One run, which is a real one: what a responder does happens outside. */
export function TryResponder({ worker, hasChanges }: TryResponderProps) {
  const takesValue = worker.dataTypeList.includes(ofValue)
  const [typed, setTyped] = useState('')
  const action = useAction([])
  const asked = askedValue(typed.trim() || sample)

  function start() {
    const marking = { tlp: Math.min(2, worker.maxTlp ?? 2), pap: Math.min(2, worker.maxPap ?? 2) }
    return api.runResponder(
      { id: worker.id },
      {
        ...marking,
        dataType: takesValue ? ofValue : (worker.dataTypeList[0] ?? 'thehive:case'),
        data: { ...(takesValue ? asked : madeUp()), ...marking },
        label: text('try.label'),
        force: true,
      },
    )
  }

  return (
    <TryForm
      action={action}
      problem={action.problem?.message}
      submit={text(takesValue && typed.trim() === '' ? 'try.sample' : 'try.run')}
      hasChanges={hasChanges}
      start={start}
      outcome={(job) => <Outcome job={job} value={takesValue ? asked : undefined} />}
    >
      <p className="muted">{text(takesValue ? 'try.real' : 'try.realCase')}</p>
      {takesValue && (
        <Field
          label={text('try.value')}
          name="try-value"
          value={typed}
          onChange={setTyped}
          placeholder={defang('domain', sample)}
        />
      )}
    </TryForm>
  )
}

/** As the platform hands an observable over. */
function askedValue(typed: string) {
  const { dataType, value } = detect(refang(typed))
  return { _type: 'case_artifact', dataType, data: value, tags: [], message: text('try.label') }
}

const madeUp = () => ({
  _type: 'case',
  title: text('try.label'),
  description: text('try.label'),
  severity: 1,
  status: 'Open',
  tags: [],
})

/** What it says that it did, or why it did not. */
function Outcome({ job, value }: { job: JobWithReport; value: Observed | undefined }) {
  const report = isRecord(job.report) ? job.report : {}
  const full = isRecord(report.full) ? report.full : {}
  const said =
    job.status === 'Success'
      ? responseWords(full.message, report.operations, value)
      : defangSentence(reasonLine(job.errorMessage ?? asText(report.errorMessage)))
  return (
    <div className="try-answer">
      <StatusMark status={job.status} />
      <p>{said}</p>
      <Link to={path`/jobs/${job.id}`}>{text('try.report')}</Link>
    </div>
  )
}
