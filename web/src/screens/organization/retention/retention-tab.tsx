import type { Retention } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../base/api.ts'
import { readAgain } from '../../../base/data/cache.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { fileSize } from '../../../base/model/times.ts'
import { counted, text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Fact } from '../../../base/ui/fact.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Answer } from '../../../base/ui/states.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useRefusalFocus } from '../../../base/use-action.ts'
import { useForm } from '../../../base/use-form.ts'

/** How long jobs stay, and what that would remove. */
export function RetentionTab({ organization }: { organization: string }) {
  const retention = useQuery({
    queryKey: keyOf('retention', organization),
    queryFn: ({ signal }) => api.getRetention({ id: organization }, {}, { signal }),
  })
  return (
    <>
      <p className="muted form-note">{text('retention.about')}</p>
      <Answer query={retention}>
        {(present) => (
          <RetentionForm
            // What another user has chosen since is shown.
            key={String(present.jobDays)}
            organization={organization}
            present={present}
          />
        )}
      </Answer>
    </>
  )
}

const daysOf = (days: number) =>
  days === 0 ? text('retention.forever') : counted('retention.days', Math.round(days * 100) / 100)

function RetentionForm({ organization, present }: { organization: string; present: Retention }) {
  const { minDays, maxDays, defaultDays } = present.limits
  const { values, action, field } = useForm({ jobDays: String(present.jobDays ?? '') })
  const form = useRefusalFocus(action.refusals)
  const [asked, setAsked] = useState<number | 'present'>('present')
  const typed = values.jobDays.trim()
  const days = typed === '' ? null : Number(typed)
  const isWrong = !/^\d{0,5}$/.test(typed)

  const refuseWrong = () => {
    if (isWrong) action.refuse({ message: '', fields: { jobDays: text('retention.wrong') } })
    return isWrong
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (action.busy || refuseWrong()) return
    void action.run(async () => {
      await api.updateRetention({ id: organization }, { jobDays: days })
      showToast({ kind: 'success', message: text('retention.saved') })
      setAsked('present')
      await readAgain(keyOf('retention'))
    })
  }

  return (
    <form className="panel retention" method="post" noValidate ref={form} onSubmit={save}>
      <Notice kind="error">{action.problem?.message}</Notice>
      <Field
        label={text('retention.jobDays')}
        {...field('jobDays')}
        type="text"
        input={{ inputMode: 'numeric' }}
        placeholder={daysOf(defaultDays)}
        hint={text(maxDays > 0 ? 'retention.hintMax' : 'retention.hint', {
          least: minDays,
          most: maxDays,
          usual: daysOf(defaultDays),
        })}
      />
      <p>{text('retention.holds', { days: daysOf(present.keptDays) })}</p>
      <div className="buttons">
        <Button type="submit" kind="primary" busy={action.busy}>
          {text('app.save')}
        </Button>
        <Button
          onClick={() => {
            if (!refuseWrong()) setAsked(days ?? 'present')
          }}
        >
          {text('retention.preview')}
        </Button>
      </div>
      <Preview organization={organization} asked={asked} />
    </form>
  )
}

function Preview({ organization, asked }: { organization: string; asked: number | 'present' }) {
  const preview = useQuery({
    queryKey: keyOf('retention', organization, asked),
    queryFn: ({ signal }) =>
      api.previewRetention({ id: organization }, asked === 'present' ? {} : { jobDays: asked }, {
        signal,
      }),
  })
  return (
    <section aria-label={text('retention.wouldGo')}>
      <h2>{text('retention.wouldGo')}</h2>
      <Answer query={preview}>
        {({ keptDays, jobs, reports, artifacts, files, bytes, oldest, isComplete }) => (
          <>
            <p className="muted">
              {text(isComplete ? 'retention.with' : 'retention.withAtLeast', {
                days: daysOf(keptDays),
              })}
            </p>
            {jobs === 0 ? (
              <p>{text('retention.nothing')}</p>
            ) : (
              <dl className="facts">
                <Fact label={text('retention.jobs')}>{jobs}</Fact>
                <Fact label={text('retention.reports')}>{reports}</Fact>
                <Fact label={text('retention.artifacts')}>{artifacts}</Fact>
                <Fact label={text('retention.files')}>{files}</Fact>
                <Fact label={text('retention.bytes')}>{fileSize(bytes)}</Fact>
                <Fact label={text('retention.oldest')}>
                  <Time at={oldest} style="full" />
                </Fact>
              </dl>
            )}
          </>
        )}
      </Answer>
    </section>
  )
}
