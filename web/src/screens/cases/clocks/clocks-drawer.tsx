import type { CaseClocks, CaseV1 } from '@assay/contract'
import { attempt } from '../../../base/attempt.ts'
import { duration } from '../../../base/model/times.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Dialog } from '../../../base/ui/dialog.tsx'
import { Fact } from '../../../base/ui/fact.tsx'
import { Field, TextArea } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { Time } from '../../../base/ui/time.tsx'
import { useForm } from '../../../base/use-form.ts'
import { parsedField, typedField } from '../../../shared/response/custom-fields.ts'
import { changeCase } from '../data.ts'
import { ClockList } from './clock-list.tsx'

interface ClocksDrawerProps {
  row: CaseV1
  clocks: CaseClocks
  onClose: () => void
}

/** The due date, which a person sets with a reason, the clocks of the case, and how long it took. */
export function ClocksDrawer({ row, clocks, onClose }: ClocksDrawerProps) {
  const { analyze } = useRights()
  const title = text('clocks.title', { number: String(row.number) })
  if (!analyze || !clocks.isOpen)
    return (
      <Dialog shape="drawer" title={title} onClose={onClose}>
        <Facts clocks={clocks} />
      </Dialog>
    )
  return <DueForm row={row} clocks={clocks} title={title} onClose={onClose} />
}

const minReason = 3

function DueForm({ row, clocks, title, onClose }: ClocksDrawerProps & { title: string }) {
  const { values, action, field } = useForm({
    dueDate: typedField('date', clocks.dueDate),
    dueReason: clocks.dueReason ?? '',
  })
  const due = parsedField('date', values.dueDate)
  const wrong = (): Record<string, string> => ({
    ...(typeof due !== 'number' && { dueDate: text('cases.wrongDate') }),
    ...(typeof due === 'number' && due <= Date.now() && { dueDate: text('clocks.past') }),
    ...(values.dueReason.trim().length < minReason && { dueReason: text('clocks.reasonMissing') }),
  })
  async function save() {
    await changeCase(row, { dueDate: due as number, dueReason: values.dueReason.trim() })
    onClose()
  }
  return (
    <FormDialog
      shape="drawer"
      title={title}
      submit={text('clocks.set')}
      action={action}
      wrong={wrong}
      onSubmit={save}
      onClose={onClose}
    >
      <Field label={text('cases.due')} type="datetime-local" isRequired {...field('dueDate')} />
      <TextArea
        label={text('clocks.reason')}
        rows={2}
        hint={text('clocks.reasonHint')}
        textarea={{ maxLength: 500, required: true }}
        {...field('dueReason')}
      />
      {clocks.dueReason !== undefined && (
        <p>
          <Button
            size="small"
            icon="undo"
            onClick={() =>
              void attempt(async () => {
                await changeCase(row, { dueDate: null })
                onClose()
              })
            }
          >
            {text('clocks.unset')}
          </Button>
        </p>
      )}
      <Facts clocks={clocks} />
    </FormDialog>
  )
}

function Facts({ clocks }: { clocks: CaseClocks }) {
  const times = (['timeToDetect', 'timeToAcknowledge', 'timeToResolve'] as const).flatMap(
    (name) => {
      const ms = clocks[name]
      return ms === undefined ? [] : [{ name, ms }]
    },
  )
  return (
    <>
      {clocks.areHeld && clocks.clocks.length > 0 && (
        <Notice kind="info">{text('clocks.held')}</Notice>
      )}
      {!clocks.isOpen && clocks.dueReason !== undefined && (
        <p>
          {text('clocks.wasSet')} <Time at={clocks.dueDate} style="full" />: {clocks.dueReason}
        </p>
      )}
      <ClockList clocks={clocks.clocks} />
      {times.length > 0 && (
        <dl className="facts">
          {times.map(({ name, ms }) => (
            <Fact key={name} label={text(`clocks.${name}`)}>
              {duration(ms)}
            </Fact>
          ))}
        </dl>
      )}
    </>
  )
}
