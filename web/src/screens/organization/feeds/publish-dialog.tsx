import type { Feed } from '@assay/contract'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { text } from '../../../base/texts/index.ts'
import { Field } from '../../../base/ui/field.tsx'
import { FormDialog } from '../../../base/ui/form-dialog.tsx'
import { useAction } from '../../../base/use-action.ts'

interface PublishDialogProps {
  /** Absent for a list that does not exist yet. */
  feed: Feed | undefined
  /** The addresses, which are shown this once. */
  onPublished: (paths: readonly string[]) => void
  onClose: () => void
}

export function PublishDialog({ feed, onPublished, onClose }: PublishDialogProps) {
  const [name, setName] = useState(feed?.name ?? '')
  const action = useAction(['name'])
  const isName = /^[a-z0-9-]{1,64}$/.test(name.trim())
  return (
    <FormDialog
      title={feed ? text('feeds.publishTitle', { name: feed.name }) : text('feeds.publishNew')}
      submit={text(feed?.isPublished ? 'feeds.renew' : 'feeds.publish')}
      action={action}
      wrong={() => (isName ? {} : { name: text('feeds.nameWrong') })}
      onSubmit={async () => onPublished((await api.publishFeed({ name: name.trim() })).paths)}
      onClose={onClose}
    >
      <p className="form-lead">
        {text(feed?.isPublished ? 'feeds.renewEffect' : 'feeds.publishEffect')}
      </p>
      {!feed && (
        <Field
          label={text('feeds.name')}
          name="name"
          value={name}
          onChange={(value) => {
            setName(value)
            action.forget(['name'])
          }}
          hint={text('feeds.nameHint')}
          error={action.problem?.fields.name}
          isRequired
        />
      )}
    </FormDialog>
  )
}
