import { detect, type JobWithReport, refang } from '@assay/contract'
import { useId, useState } from 'react'
import { submit } from '../../../base/data/submit.ts'
import { defangSentence, defangText } from '../../../base/model/defang.ts'
import { reasonLine } from '../../../base/model/failures.ts'
import {
  asText,
  isRecord,
  levelOf,
  taxonomiesOf,
  worstFirst,
  worstLevel,
} from '../../../base/model/levels.ts'
import { said, toldIn } from '../../../base/model/said.ts'
import { typeName } from '../../../base/model/type-name.ts'
import { Link } from '../../../base/routing/link.tsx'
import { path } from '../../../base/routing/match.ts'
import { labeled, text } from '../../../base/texts/index.ts'
import { Field, Select } from '../../../base/ui/field.tsx'
import { LevelMark, StatusMark } from '../../../base/ui/marks.tsx'
import { useAction } from '../../../base/use-action.ts'
import type { Kind } from '../kinds.ts'
import { sampleOf } from './samples.ts'
import { TryForm } from './try-form.tsx'
import { TryResponder } from './try-responder.tsx'
import type { WorkerRow } from './worker-rows.ts'

interface TryItProps {
  kind: Kind
  /** Undefined while it is off. */
  worker: WorkerRow['worker']
  /** The form holds what is not saved yet, which a run does not see. */
  hasChanges: boolean
}

/** One run with your own value or a sample, and its answer here. */
export function TryIt({ kind, worker, hasChanges }: TryItProps) {
  return (
    <section className="form-part try-it" aria-labelledby="try-it">
      <h3 id="try-it">{text('try.title')}</h3>
      {!worker ? (
        <p className="muted">{text('try.off')}</p>
      ) : kind === 'analyzer' ? (
        <TryAnalyzer worker={worker} hasChanges={hasChanges} />
      ) : (
        <TryResponder worker={worker} hasChanges={hasChanges} />
      )}
    </section>
  )
}

interface TryAnalyzerProps {
  worker: NonNullable<WorkerRow['worker']>
  hasChanges: boolean
}

function TryAnalyzer({ worker, hasChanges }: TryAnalyzerProps) {
  const types = worker.dataTypeList
  const [chosen, setChosen] = useState(types[0] ?? 'other')
  const dataType = types.includes(chosen) ? chosen : (types[0] ?? 'other')
  const [typed, setTyped] = useState('')
  const action = useAction(['data'])
  const [file, setFile] = useState<File>()
  const fileId = useId()
  const isFile = dataType === 'file'
  const sample = sampleOf(worker.workerDefinitionId, dataType)

  const type = (value: string) => {
    setTyped(value)
    action.forget(['data'])
    // What is typed says what it is, as long as this analyzer takes it.
    const found = detect(refang(value.trim()))?.dataType
    if (found && types.includes(found)) setChosen(found)
  }

  async function start() {
    const own = isFile ? file : refang(typed.trim())
    const value = own || (await sample?.load())
    if (!value) {
      const missing = text(isFile ? 'try.noFile' : 'try.noValue')
      action.refuse({ message: '', fields: { data: missing } })
      return undefined
    }
    return await submit({
      analyzerId: worker.id,
      dataType,
      value,
      tlp: Math.min(2, worker.maxTlp ?? 2),
      pap: Math.min(2, worker.maxPap ?? 2),
      force: true,
    })
  }

  const error = action.problem?.fields.data
  return (
    <TryForm
      action={action}
      problem={error ? undefined : action.problem?.message}
      submit={text(sample && !(isFile ? file : typed.trim()) ? 'try.sample' : 'try.run')}
      hasChanges={hasChanges}
      start={start}
      outcome={(job) => <Outcome job={job} />}
    >
      <div className="try-row">
        {types.length > 1 && (
          <Select
            label={text('try.type')}
            name="try-type"
            value={dataType}
            onChange={setChosen}
            options={types.map((value) => ({ value, label: typeName(value) }))}
          />
        )}
        {isFile ? (
          <div className="field">
            <div className="field-head">
              <label htmlFor={fileId}>{text('try.file')}</label>
            </div>
            <input
              id={fileId}
              type="file"
              className="input"
              name="try-value"
              onChange={(event) => {
                setFile(event.currentTarget.files?.[0])
                action.forget(['data'])
              }}
            />
            {error && <p className="field-error">{error}</p>}
          </div>
        ) : (
          <Field
            label={text('try.value')}
            name="try-value"
            value={typed}
            onChange={type}
            placeholder={sample?.shown ?? ''}
            error={error}
          />
        )}
      </div>
    </TryForm>
  )
}

const maxSaid = 3

/** Its verdict, the worst that it says, and the way to the whole report. */
function Outcome({ job }: { job: JobWithReport }) {
  const report = isRecord(job.report) ? job.report : {}
  const summary = isRecord(report.summary) ? report.summary : {}
  const taxonomies = taxonomiesOf(summary.taxonomies)
  const level = worstLevel(taxonomies)
  const said = [...sentencesOf(report), ...taxonomies.map(wordsOf)].slice(0, maxSaid)
  return (
    <div className="try-answer">
      {job.status === 'Success' && level ? (
        <LevelMark level={level} />
      ) : (
        <StatusMark status={job.status} />
      )}
      {job.status === 'Success' ? (
        said.map((sentence) => <p key={sentence}>{defangText(sentence)}</p>)
      ) : (
        <p>{defangSentence(reasonLine(job.errorMessage ?? asText(report.errorMessage)))}</p>
      )}
      <Link to={path`/jobs/${job.id}`}>{text('try.report')}</Link>
    </div>
  )
}

/** What built-in analyzers explain, the worst first; reports of others may hold anything there. */
function sentencesOf(report: Record<string, unknown>): string[] {
  const full = isRecord(report.full) ? report.full : {}
  const findings = Array.isArray(full.findings) ? full.findings.filter(isRecord) : []
  const explained = findings.map((one) => ({
    level: levelOf(one.level),
    sentence: said(toldIn(one)),
  }))
  return worstFirst(explained)
    .map(({ sentence }) => sentence)
    .filter(Boolean)
}

const wordsOf = ({ namespace, predicate, value }: ReturnType<typeof taxonomiesOf>[number]) =>
  labeled([namespace, predicate].filter(Boolean).join(' '), value)
