import type { Channel, ChannelDelivery } from '@assay/contract'
import { api } from '../../../base/api.ts'
import { keyOf } from '../../../base/data/keys.ts'
import { text } from '../../../base/texts/index.ts'
import type { Column } from '../../../base/ui/table.tsx'
import { RecentDialog } from '../recent-dialog.tsx'
import { sendingColumns } from '../sending-columns.tsx'

/** What a channel was told in the last days. */
export const MessagesDialog = ({ channel, onClose }: { channel: Channel; onClose: () => void }) => (
  <RecentDialog
    title={text('channels.messagesTitle', { name: channel.name })}
    caption={text('channels.messages')}
    empty={{ title: text('channels.noMessages'), icon: 'bell' }}
    columns={columns()}
    queryKey={(range) => keyOf('channels', channel.id, 'deliveries', range)}
    read={(range, signal) => api.listChannelDeliveries({ id: channel.id }, { range }, { signal })}
    isMoving={({ status }) => status === 'Waiting'}
    onClose={onClose}
  />
)

const columns = (): Column<ChannelDelivery>[] => {
  const [at, ...others] = sendingColumns<ChannelDelivery>()
  const kind = {
    key: 'kind',
    label: text('channels.kinds'),
    isWide: true,
    cell: ({ kind }: ChannelDelivery) => text(`outbox.kind.${kind}`),
  }
  return at ? [at, kind, ...others] : [kind, ...others]
}
