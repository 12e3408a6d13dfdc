import type { TaskV1 } from '@assay/contract'
import { Refusal } from '../../../base/problem.ts'
import { useRights } from '../../../base/session/rights.ts'
import { text } from '../../../base/texts/index.ts'
import { Fact } from '../../../base/ui/fact.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { Panel } from '../../../base/ui/page.tsx'
import { parsedField, typedField } from '../../../shared/response/custom-fields.ts'
import { Editable } from '../../../shared/response/editable.tsx'
import { LineFact, TextPanel } from '../../../shared/response/editable-facts.tsx'
import { RulesActed } from '../../../shared/rules/by-rule.tsx'
import { changeTask } from './data.ts'
import { DueDate } from './task-marks.tsx'

export function TaskDetails({ task }: { task: TaskV1 }) {
  const { analyze } = useRights()
  const change = (what: Parameters<typeof changeTask>[1]) => changeTask(task._id, what)
  const saveDue = async (typed: string) => {
    const due = parsedField('date', typed)
    if (due !== null && typeof due !== 'number') throw new Refusal(text('cases.wrongDate'))
    await change({ dueDate: due })
  }
  return (
    <>
      <TextPanel
        label={text('cases.description')}
        value={task.description ?? ''}
        canEdit={analyze}
        onSave={(description) => change({ description })}
      />
      <Panel title={text('cases.details')}>
        <dl className="facts">
          <LineFact
            label={text('cases.caseTitle')}
            value={task.title}
            canEdit={analyze}
            onSave={(title) => change({ title })}
          />
          <LineFact
            label={text('cases.group')}
            value={task.group}
            canEdit={analyze}
            onSave={(group) => change({ group })}
          />
          <Fact label={text('cases.due')}>
            <Editable
              label={text('cases.due')}
              value={typedField('date', task.dueDate)}
              canEdit={analyze}
              onSave={saveDue}
              field={(field) => (
                <Field label={text('cases.due')} name="due" type="datetime-local" {...field} />
              )}
            >
              <DueDate task={task} />
            </Editable>
          </Fact>
        </dl>
        <RulesActed objectType="task" objectId={task._id} />
      </Panel>
    </>
  )
}
