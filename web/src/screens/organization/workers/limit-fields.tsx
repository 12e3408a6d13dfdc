import { markings } from '../../../base/model/marking.ts'
import { type TextKey, text } from '../../../base/texts/index.ts'
import { Field, Radios, Select } from '../../../base/ui/field.tsx'
import { bindFields } from '../../../base/use-form.ts'
import type { Kind } from '../kinds.ts'
import { type Limit, type Marked, sharedLimit } from './limits.ts'
import { hasLimit, rateUnits, type WorkerFormData, type WorkerValues } from './worker-values.ts'

interface LimitFieldsProps {
  data: WorkerFormData
  values: WorkerValues
  errors: Readonly<Record<string, string>>
  onChange: (change: Partial<WorkerValues>, fields?: string[]) => void
}

/** Highest markings, and how often. */
export function LimitFields({ data, values, errors, onChange }: LimitFieldsProps) {
  const field = bindFields(values, errors, onChange)
  return (
    <>
      <div className="form-row">
        <LimitSelect
          marked="tlp"
          data={data}
          value={values.maxTlp}
          onChange={(maxTlp) => onChange({ maxTlp })}
        />
        <LimitSelect
          marked="pap"
          data={data}
          value={values.maxPap}
          onChange={(maxPap) => onChange({ maxPap })}
        />
      </div>
      <div className="form-row">
        <Field
          label={text('workers.rate')}
          {...field('rate')}
          input={{ inputMode: 'numeric' }}
          hint={text('workers.rateHint')}
        />
        <Select
          label={text('workers.rateUnit')}
          name="rateUnit"
          value={values.rateUnit}
          onChange={(chosen) =>
            onChange({ rateUnit: rateUnits.find((unit) => unit === chosen) ?? 'Day' })
          }
          options={rateUnits.map((value) => ({ value, label: text(`workers.unit.${value}`) }))}
        />
      </div>
    </>
  )
}

type RarerLimitFieldsProps = Omit<LimitFieldsProps, 'data'> & { kind: Kind }

/** How much at once and where, how long an answer is reused and how long a job may take. */
export function RarerLimitFields({ kind, values, errors, onChange }: RarerLimitFieldsProps) {
  const field = bindFields(values, errors, onChange)
  return (
    <>
      <div className="form-row">
        <Field
          label={text('workers.concurrent')}
          {...field('maxConcurrent')}
          input={{ inputMode: 'numeric' }}
          hint={text('workers.concurrentHint')}
        />
        <Field label={text('workers.pool')} {...field('pool')} hint={text('workers.poolHint')} />
      </div>
      {kind === 'analyzer' && (
        <>
          <Radios
            legend={text('workers.cache')}
            name="cache"
            value={values.cache}
            onChange={(cache) => onChange({ cache }, ['jobCache'])}
            options={(['default', 'minutes', 'off'] as const).map((value) => ({
              value,
              label: text(`workers.cache.${value}`),
            }))}
          />
          {values.cache === 'minutes' && (
            <Field
              label={text('workers.cacheMinutes')}
              name="jobCache"
              value={values.cacheMinutes}
              onChange={(cacheMinutes) => onChange({ cacheMinutes }, ['jobCache'])}
              input={{ inputMode: 'numeric' }}
              error={errors.jobCache}
            />
          )}
        </>
      )}
      <Field
        label={text('workers.timeout')}
        {...field('jobTimeout')}
        input={{ inputMode: 'numeric' }}
        hint={text('workers.timeoutHint')}
      />
    </>
  )
}

interface LimitSelectProps {
  marked: Marked
  data: WorkerFormData
  value: Limit
  onChange: (limit: Limit) => void
}

function LimitSelect({ marked, data, value, onChange }: LimitSelectProps) {
  if (!data.definition || !hasLimit(data, marked)) return null
  const shared = sharedLimit(data.global.config, marked)
  const name = marked.toUpperCase()
  const nameOf = (limit: Limit) =>
    limit === 'none' ? text('workers.noCheck') : `${name}:${markings[Number(limit)] ?? limit}`
  const options: Limit[] = ['none', '0', '1', '2', '3']
  return (
    <Select
      label={text(`workers.max.${marked}` as TextKey)}
      name={`max_${marked}`}
      value={value}
      onChange={(chosen) => onChange(chosen as Limit)}
      options={[
        {
          value: '',
          label:
            shared === ''
              ? text('workers.asDefined')
              : text('workers.asGlobal', { limit: nameOf(shared) }),
        },
        ...options.map((limit) => ({ value: limit, label: nameOf(limit) })),
      ]}
    />
  )
}
