import type { Webhook } from '@assay/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { problemOf } from '../../../base/problem.ts'
import { text } from '../../../base/texts/index.ts'
import { Button } from '../../../base/ui/button.tsx'
import { showToast } from '../../../base/ui/toasts.tsx'
import { SettingsTab } from '../settings-tab.tsx'
import { SigningSecret } from '../shown-once.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { webhookColumns } from './webhook-columns.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

/** Addresses that receive every change in the organization. */
export function WebhooksTab() {
  const webhooks = useQuery({
    queryKey: keyOf('webhooks'),
    queryFn: async ({ signal }) => (await api.listWebhooks({}, { signal })).rows,
  })
  const [listed, setListed] = useState<Webhook>()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <SettingsTab
        texts="webhooks"
        query={webhooks}
        stale={keyOf('webhooks')}
        caption={text('organization.tab.webhooks')}
        columns={webhookColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        icon="link"
        canEdit
        editor={(webhook, { saved, close }) => (
          <WebhookDialog webhook={webhook} onSaved={saved} onSecret={setSecret} onClose={close} />
        )}
        remove={({ id }) => api.deleteWebhook({ id })}
        buttons={(webhook) => (
          <>
            <Button
              size="small"
              unavailable={!webhook.enabled && text('webhooks.isOff')}
              onClick={() => {
                void sendTest(webhook)
                setListed(webhook)
              }}
            >
              {text('webhooks.test')} <span className="visually-hidden">{webhook.name}</span>
            </Button>
            <Button size="small" onClick={() => setListed(webhook)}>
              {text('webhooks.deliveries')} <span className="visually-hidden">{webhook.name}</span>
            </Button>
          </>
        )}
      />
      {listed && <DeliveriesDialog webhook={listed} onClose={() => setListed(undefined)} />}
      <SigningSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

/** The list of deliveries, which opens at once, shows its result. */
async function sendTest(webhook: Webhook): Promise<void> {
  try {
    await api.testWebhook({ id: webhook.id })
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
  }
}
