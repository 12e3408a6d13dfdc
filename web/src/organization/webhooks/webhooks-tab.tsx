import type { Webhook } from '@assay/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { keyOf } from '../../data/keys.ts'
import { problemOf } from '../../problem.ts'
import { text } from '../../texts/index.ts'
import { Button } from '../../ui/button.tsx'
import { Answer, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { RemoveDialog } from '../remove-dialog.tsx'
import { ShownOnce } from '../shown-once.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { type WebhookTask, webhookColumns } from './webhook-columns.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Addresses that hear of every change in the organization. */
export function WebhooksTab() {
  const client = useQueryClient()
  const webhooks = useQuery({
    queryKey: keyOf('webhooks'),
    queryFn: async ({ signal }) => (await api.listWebhooks({}, { signal })).rows,
  })
  const [open, setOpen] = useState<{ task: WebhookTask | 'add'; webhook?: Webhook }>()
  const [secret, setSecret] = useState<string>()
  const changed = () => void client.invalidateQueries({ queryKey: keyOf('webhooks') })
  const close = () => setOpen(undefined)
  const add = (
    <Button kind="primary" size="small" icon="plus" onClick={() => setOpen({ task: 'add' })}>
      {text('webhooks.add')}
    </Button>
  )
  const act = (task: WebhookTask, webhook: Webhook) => {
    if (task === 'test') void sendTest(webhook)
    setOpen({ task: task === 'test' ? 'deliveries' : task, webhook })
  }
  return (
    <>
      <div className="filters">
        <p className="muted">{text('webhooks.about')}</p>
        <span className="filters-end">{add}</span>
      </div>
      <Answer query={webhooks}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text('webhooks.none')} icon="link" action={add}>
              {text('webhooks.noneAbout')}
            </Empty>
          ) : (
            <Table
              caption={text('organization.tab.webhooks')}
              columns={webhookColumns(act)}
              rows={rows}
              idOf={({ id }) => id}
            />
          )
        }
      </Answer>
      {(open?.task === 'add' || open?.task === 'edit') && (
        <WebhookDialog
          webhook={open.webhook}
          onSaved={changed}
          onSecret={setSecret}
          onClose={close}
        />
      )}
      {open?.task === 'deliveries' && open.webhook && (
        <DeliveriesDialog webhook={open.webhook} onClose={close} />
      )}
      {open?.task === 'remove' && open.webhook && (
        <RemoveDialog
          title={text('webhooks.removeTitle', { name: open.webhook.name })}
          done={text('settings.removed', { name: open.webhook.name })}
          onRemove={async () => {
            await api.deleteWebhook({ id: open.webhook?.id ?? '' })
            changed()
          }}
          onClose={close}
        >
          <p>{text('webhooks.removeEffect')}</p>
        </RemoveDialog>
      )}
      {secret && (
        <ShownOnce
          title={text('webhooks.secretTitle')}
          about={text('webhooks.secretAbout')}
          values={[{ label: text('webhooks.secret'), value: secret }]}
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

/** The list of deliveries, which opens at once, shows what becomes of it. */
async function sendTest(webhook: Webhook): Promise<void> {
  try {
    await api.testWebhook({ id: webhook.id })
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
  }
}
