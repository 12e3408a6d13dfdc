import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field, TextArea } from '../../../base/ui/field.tsx'
import { newTask, type TemplateTask } from './template-values.ts'

interface TemplateTasksProps {
  tasks: readonly TemplateTask[]
  errors: Readonly<Record<string, string>>
  /** `edited` are the keys whose errors are out of date. */
  onChange: (tasks: TemplateTask[], edited: string[]) => void
}

/** Tasks that come with a new case, in their order. */
export function TemplateTasks({ tasks, errors, onChange }: TemplateTasksProps) {
  const change = (key: string, part: Partial<TemplateTask>) =>
    onChange(
      tasks.map((task) => (task.key === key ? { ...task, ...part } : task)),
      [key],
    )
  const move = (index: number, step: 1 | -1) => {
    const moved = tasks[index]
    if (!moved) return
    const others = tasks.filter((_, at) => at !== index)
    onChange(others.toSpliced(index + step, 0, moved), [])
  }
  return (
    <>
      {tasks.map((task, index) => {
        const number = index + 1
        return (
          <fieldset className="template-task" key={task.key}>
            <legend>{text('templates.task', { number })}</legend>
            <div className="form-row">
              <Field
                label={text('templates.taskTitle')}
                name={`${task.key}-title`}
                value={task.title}
                onChange={(title) => change(task.key, { title })}
                error={errors[task.key]}
                isRequired
              />
              <Field
                label={text('templates.taskGroup')}
                name={`${task.key}-group`}
                value={task.group}
                onChange={(group) => change(task.key, { group })}
              />
            </div>
            <TextArea
              label={text('templates.description')}
              name={`${task.key}-description`}
              rows={2}
              value={task.description}
              onChange={(description) => change(task.key, { description })}
            />
            <div className="buttons">
              <Button
                size="small"
                icon="up"
                iconOnly
                unavailable={index === 0 && text('templates.isFirst')}
                onClick={() => move(index, -1)}
              >
                {text('templates.moveUp', { number })}
              </Button>
              <Button
                size="small"
                icon="down"
                iconOnly
                unavailable={number === tasks.length && text('templates.isLast')}
                onClick={() => move(index, 1)}
              >
                {text('templates.moveDown', { number })}
              </Button>
              <Button
                size="small"
                icon="trash"
                iconOnly
                onClick={() =>
                  onChange(
                    tasks.filter(({ key }) => key !== task.key),
                    [task.key],
                  )
                }
              >
                {text('templates.removeTask', { number })}
              </Button>
            </div>
          </fieldset>
        )
      })}
      <Button size="small" icon="plus" onClick={() => onChange([...tasks, newTask()], [])}>
        {text('templates.addTask')}
      </Button>
    </>
  )
}
