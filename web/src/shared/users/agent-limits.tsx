import { useEffect, useState } from 'react'
import { api } from '../../base/api.ts'
import { markings } from '../../base/model/marking.ts'
import { text } from '../../base/texts/index.ts'
import { CheckBoxes } from '../../base/ui/check-boxes.tsx'
import { Field, Select } from '../../base/ui/field.tsx'

/** How far a key for an agent reaches, as the form holds it. */
export interface Limits {
  readonly maxTlp: string
  readonly maxPap: string
  readonly jobsPerDay: string
  /** Ids; none means all. */
  readonly workers: readonly string[]
}

export const usualLimits: Limits = { maxTlp: '2', maxPap: '2', jobsPerDay: '50', workers: [] }

const mostJobs = 10_000

/** What is wrong with them, or undefined. */
export const limitsProblem = ({ jobsPerDay }: Limits): string | undefined =>
  /^\d{1,5}$/.test(jobsPerDay) && Number(jobsPerDay) <= mostJobs
    ? undefined
    : text('keys.jobsWrong', { most: mostJobs })

export const sentLimits = (scope: 'agent' | 'agent-read', limits: Limits) => ({
  maxTlp: Number(limits.maxTlp),
  maxPap: Number(limits.maxPap),
  ...(scope === 'agent'
    ? {
        jobsPerDay: Number(limits.jobsPerDay),
        ...(limits.workers.length > 0 ? { workers: [...limits.workers] } : {}),
      }
    : {}),
})

interface AgentLimitsProps {
  scope: 'agent' | 'agent-read'
  limits: Limits
  onChange: (limits: Limits) => void
  jobsError: string | undefined
}

export function AgentLimits({ scope, limits, onChange, jobsError }: AgentLimitsProps) {
  const names = useWorkerNames()
  const set = (change: Partial<Limits>) => onChange({ ...limits, ...change })
  const levels = (kind: 'TLP' | 'PAP') =>
    markings.map((marking, level) => ({ value: String(level), label: `${kind}:${marking}` }))
  return (
    <>
      <Select
        label={text('keys.maxTlp')}
        name="maxTlp"
        value={limits.maxTlp}
        onChange={(maxTlp) => set({ maxTlp })}
        options={levels('TLP')}
        hint={text('keys.maxTlpHint')}
      />
      {scope === 'agent' && (
        <>
          <Select
            label={text('keys.maxPap')}
            name="maxPap"
            value={limits.maxPap}
            onChange={(maxPap) => set({ maxPap })}
            options={levels('PAP')}
            hint={text('keys.maxPapHint')}
          />
          <Field
            label={text('keys.jobs')}
            name="jobsPerDay"
            type="number"
            value={limits.jobsPerDay}
            onChange={(jobsPerDay) => set({ jobsPerDay })}
            hint={text('keys.jobsHint')}
            error={jobsError}
            input={{ min: 0, max: mostJobs }}
          />
          {names.size > 0 && (
            <fieldset className="field">
              <legend>{text('keys.workers')}</legend>
              <CheckBoxes
                name="workers"
                offered={[...names.keys()]}
                chosen={limits.workers}
                nameOf={(id) => names.get(id) ?? id}
                onChange={(workers) => set({ workers })}
              />
              <p className="field-hint">{text('keys.workersHint')}</p>
            </fieldset>
          )}
        </>
      )}
    </>
  )
}

/** Those of the signed-in user; a user without this right makes a key for all of them. */
function useWorkerNames(): ReadonlyMap<string, string> {
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    const load = async () => {
      const lists = await Promise.all([
        api.listAnalyzers({ range: 'all' }),
        api.listResponders({ range: 'all' }),
      ])
      setNames(new Map(lists.flatMap(({ rows }) => rows.map(({ id, name }) => [id, name]))))
    }
    void load().catch(() => undefined)
  }, [])
  return names
}
