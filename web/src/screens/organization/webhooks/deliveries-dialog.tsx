import type { Webhook, WebhookDelivery } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import { RecentDialog } from '../recent-dialog.tsx'
import { sendingColumns } from '../sending-columns.tsx'

/** What was sent to an address in the last days, and what became of it. */
export const DeliveriesDialog = ({
  webhook,
  onClose,
}: {
  webhook: Webhook
  onClose: () => void
}) => (
  <RecentDialog
    title={text('webhooks.deliveriesTitle', { name: webhook.name })}
    caption={text('webhooks.deliveries')}
    empty={{ title: text('webhooks.noDeliveries'), icon: 'link' }}
    columns={sendingColumns<WebhookDelivery>()}
    queryKey={(range) => keyOf('webhooks', webhook.id, 'deliveries', range)}
    read={(range, signal) => api.listWebhookDeliveries({ id: webhook.id }, { range }, { signal })}
    isMoving={({ status }) => status === 'Waiting'}
    onClose={onClose}
  />
)
