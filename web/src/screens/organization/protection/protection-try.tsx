import { detect, type ProtectionCheck, refang } from '@assay/contract'
import { type FormEvent, useState } from 'react'
import { api } from '../../../base/api.ts'
import { defangText } from '../../../base/model/defang.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { useAction } from '../../../base/use-action.ts'
import { shownEntry, shownTarget } from '../../../shared/responses/words.ts'

/** What would be refused, before anyone needs it. */
export function ProtectionTry() {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<ProtectionCheck>()
  const action = useAction()
  const send = (event: FormEvent) => {
    event.preventDefault()
    const data = refang(typed.trim())
    if (data === '') return
    void action.run(async () => {
      const [check] = await api.checkProtectedValues({
        values: [{ dataType: detect(data).dataType, data }],
      })
      setFound(check)
    })
  }
  return (
    <form method="post" onSubmit={send} className="protection-try">
      <Field
        label={text('protected.tryValue')}
        name="try-protected"
        value={typed}
        onChange={(value) => {
          setTyped(value)
          setFound(undefined)
        }}
      />
      <Button type="submit" busy={action.busy}>
        {text('protected.tryNow')}
      </Button>
      <Notice kind="error">{action.problem?.message}</Notice>
      <p role="status">{found && wordsOf(found)}</p>
    </form>
  )
}

function wordsOf({ dataType, data, protectedBy, problem }: ProtectionCheck): string {
  const value = shownTarget({ dataType, data })
  const [entry] = protectedBy.filter(({ enabled }) => enabled)
  if (entry)
    return text('protected.isProtected', {
      value,
      entry: entry.note || shownEntry(entry),
    })
  return problem === undefined ? text('protected.isFree', { value }) : defangText(problem)
}
