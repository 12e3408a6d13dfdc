import './mark.css'
import { ApiError, type ValueName } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../base/api.ts'
import { changed, readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { dateOnly } from '../../base/model/times.ts'
import { Refusal } from '../../base/problem.ts'
import { useRights } from '../../base/session/rights.ts'
import { counted, text } from '../../base/texts/index.ts'
import { Check, Select, TextArea } from '../../base/ui/field.tsx'
import { FormDialog } from '../../base/ui/form-dialog.tsx'
import { showToast } from '../../base/ui/toasts.tsx'
import { useForm } from '../../base/use-form.ts'
import { shownName } from '../watch/shown.ts'
import { MarkChoice } from './mark-choice.tsx'
import { MarkEffects } from './mark-effects.tsx'
import {
  commonCases,
  effectsOf,
  endOf,
  type Markable,
  type MarkKind,
  meanings,
  reasonProblem,
  type Term,
  terms,
  usualTerm,
} from './marks.ts'

export interface MarkDialogProps {
  /** At most 200. */
  values: readonly Markable[]
  /** The case from which they are looked at: it can be for this one alone. */
  caseId?: string | undefined
  /** What is chosen at first. */
  first?: { readonly kind: MarkKind; readonly reason: string } | undefined
  onClose: () => void
  onMarked?: () => void
}

const everywhere = ''

/** What a person decides wins over analyzers; the dialog says what changes before it is saved. */
export function MarkDialog({ values, caseId, first, onClose, onMarked }: MarkDialogProps) {
  const { administer } = useRights()
  const names = values.map(
    ({ dataType, data, hash }): ValueName => ({
      dataType,
      ...(hash === undefined ? { data: data ?? '' } : { hash }),
    }),
  )
  const form = useForm(
    () => ({
      kind: (first?.kind ?? 'falsePositive') as MarkKind,
      reason: first?.reason ?? '',
      term: usualTerm as Term,
      scope: everywhere,
      watch: true,
    }),
    ['reason', 'expiresAt', 'values'],
  )
  const { kind, reason, term, scope, watch } = form.values
  const scopedTo = scope === everywhere ? undefined : scope
  const input = { values: names, ...(scopedTo === undefined ? {} : { caseId: scopedTo }) }
  const queryKey = keyOf('verdicts', input)
  const known = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.valueVerdicts(input, { signal }),
    placeholderData: (previous) => previous,
  })
  const { level, cause } = meanings[kind]
  const verdicts = known.data ?? []
  const effects = effectsOf(verdicts, level, scopedTo)
  const expiresAt = endOf(term, Date.now())
  const cases = commonCases(verdicts)
  const [one] = values

  async function save() {
    try {
      await api.markValues({
        ...input,
        level,
        cause,
        reason: reason.trim(),
        expiresAt,
        replaces: effects.replaced.map(({ id }) => id),
        watch,
      })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      // What is in effect now is shown below; the next press replaces that.
      await readAgain(queryKey)
      throw new Refusal(text('mark.overtaken'))
    }
    await changed('verdict', 'watch')
    showToast({
      kind: 'success',
      message: counted(`mark.done.${kind}`, values.length),
    })
    onMarked?.()
    onClose()
  }

  return (
    <FormDialog
      title={
        one && values.length === 1
          ? text('mark.title', { value: shownName(nameFor(one)) })
          : counted('mark.titleMany', values.length)
      }
      shape="wide"
      submit={text(`mark.submit.${kind}`)}
      unavailable={!known.data && text('mark.reading')}
      action={form.action}
      wrong={() => {
        const problem = reasonProblem(reason)
        return problem ? { reason: text(`mark.reason.${problem}`) } : {}
      }}
      onSubmit={save}
      onClose={onClose}
    >
      <MarkChoice value={kind} onChange={(chosen) => form.set({ kind: chosen })} />
      <TextArea
        label={text('mark.reason')}
        rows={2}
        textarea={{ required: true, maxLength: 500 }}
        {...form.field('reason')}
      />
      <div className="mark-scope">
        <Select
          label={text('mark.expires')}
          name="term"
          value={term}
          onChange={(chosen) => form.set({ term: chosen as Term })}
          options={terms
            .filter((days) => days !== 'none' || administer)
            .map((days) => ({ value: days, label: termLabel(days) }))}
          error={form.errors.expiresAt}
        />
        <Select
          label={text('mark.applies')}
          name="scope"
          value={scope}
          onChange={(chosen) => form.set({ scope: chosen })}
          options={[
            { value: everywhere, label: text('mark.everywhere') },
            ...cases
              .toSorted((a, b) => Number(b.id === caseId) - Number(a.id === caseId))
              .map(({ id, number }) => ({ value: id, label: text('mark.onlyCase', { number }) })),
          ]}
        />
      </div>
      <MarkEffects
        effects={effects}
        level={level}
        isKnown={known.data !== undefined}
        expiresAt={expiresAt}
        isForCase={scopedTo !== undefined}
        isWatched={watch}
      />
      <Check label={text('mark.watch')} {...form.check('watch')} />
    </FormDialog>
  )
}

const termLabel = (term: Term) => {
  const end = endOf(term, Date.now())
  return end === null
    ? text('mark.never')
    : counted('mark.inDays', Number(term), { date: dateOnly(end) })
}

const nameFor = ({ dataType, data, hash, filename }: Markable) => ({
  dataType,
  ...(data === undefined ? {} : { data }),
  ...(hash === undefined ? {} : { hash }),
  ...(filename === undefined ? {} : { filename }),
})
