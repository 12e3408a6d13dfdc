import type { MailTexts } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { Field, TextArea } from '../../../base/ui/field.tsx'
import { Notice } from '../../../base/ui/notice.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { useAction } from '../../../base/use-action.ts'

/** What mails of the organization begin and end with. */
export function MailTextsForm() {
  const texts = useQuery({
    queryKey: keyOf('mailTexts'),
    queryFn: ({ signal }) => api.getMailTexts({}, { signal }),
  })
  return texts.data ? <Form key={JSON.stringify(texts.data)} texts={texts.data} /> : null
}

function Form({ texts }: { texts: MailTexts }) {
  const client = useQueryClient()
  const [prefix, setPrefix] = useState(texts.prefix)
  const [footer, setFooter] = useState(texts.footer)
  const { busy, problem, run } = useAction(['prefix', 'footer'])
  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const saved = await api.setMailTexts({ prefix: prefix.trim(), footer: footer.trim() })
      client.setQueryData(keyOf('mailTexts'), saved)
      showToast({ kind: 'success', message: text('outbox.textsSaved') })
    })
  }
  const isSame = prefix === texts.prefix && footer === texts.footer
  return (
    <form noValidate onSubmit={save}>
      <Notice kind="error">{problem?.message}</Notice>
      <Field
        label={text('outbox.prefix')}
        name="prefix"
        value={prefix}
        onChange={setPrefix}
        hint={text('outbox.prefixHint')}
        error={problem?.fields.prefix}
      />
      <TextArea
        label={text('outbox.footer')}
        name="footer"
        value={footer}
        onChange={setFooter}
        rows={2}
        error={problem?.fields.footer}
      />
      <Button type="submit" busy={busy} unavailable={isSame && text('app.noChange')}>
        {text('app.save')}
      </Button>
    </form>
  )
}
