import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../../base/api.ts'
import { changed } from '../../../base/data/cache.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Labelled, TextArea } from '../../../base/ui/field.tsx'
import { useAction, useRefusalFocus } from '../../../base/use-action.ts'

export function LogForm({ taskId }: { taskId: string }) {
  const [message, setMessage] = useState('')
  const file = useRef<HTMLInputElement>(null)
  const { busy, problem, refusals, refuse, forget, run } = useAction(['message'])
  const form = useRefusalFocus(refusals)

  const add = async () => {
    const attachment = file.current?.files?.[0]
    await api.createTaskLogV1({ id: taskId }, { message, ...(attachment ? { attachment } : {}) })
    setMessage('')
    if (file.current) file.current.value = ''
    await changed('case_task', 'case_task_log')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (message.trim() === '') {
      refuse({ message: '', fields: { message: text('cases.logMissing') } })
    } else void run(add)
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="log-form">
      <TextArea
        label={text('cases.newLog')}
        name="message"
        rows={3}
        value={message}
        onChange={(typed) => {
          setMessage(typed)
          forget(['message'])
        }}
        error={problem && (problem.fields.message ?? problem.message)}
      />
      <Labelled label={text('cases.logFile')}>
        {(ids) => <input {...ids} ref={file} type="file" name="attachment" />}
      </Labelled>
      <Button kind="primary" size="small" type="submit" busy={busy}>
        {text('cases.addLog')}
      </Button>
    </form>
  )
}
