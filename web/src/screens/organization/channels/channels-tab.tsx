import type { Channel } from '@assay/contract'
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
import { channelColumns } from './channel-columns.tsx'
import { ChannelDialog } from './channel-dialog.tsx'
import { MessagesDialog } from './messages-dialog.tsx'

/** Chat rooms that are told of alerts and cases. */
export function ChannelsTab() {
  const channels = useQuery({
    queryKey: keyOf('channels'),
    queryFn: async ({ signal }) => (await api.listChannels({}, { signal })).rows,
  })
  const [listed, setListed] = useState<Channel>()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <SettingsTab
        texts="channels"
        query={channels}
        stale={keyOf('channels')}
        caption={text('place.channels')}
        columns={channelColumns()}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        icon="bell"
        canEdit
        editor={(channel, { saved, close }) => (
          <ChannelDialog channel={channel} onSaved={saved} onSecret={setSecret} onClose={close} />
        )}
        remove={({ id }) => api.deleteChannel({ id })}
        buttons={(channel) => (
          <>
            <Button size="small" onClick={() => void test(channel)}>
              {text('webhooks.test')} <span className="visually-hidden">{channel.name}</span>
            </Button>
            <Button size="small" onClick={() => setListed(channel)}>
              {text('channels.messages')} <span className="visually-hidden">{channel.name}</span>
            </Button>
          </>
        )}
      />
      {listed && <MessagesDialog channel={listed} onClose={() => setListed(undefined)} />}
      <SigningSecret secret={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

async function test({ id, name }: Channel): Promise<void> {
  try {
    const { ok, problem, detail } = await api.testChannel({ id })
    showToast(
      ok
        ? { kind: 'success', message: text('channels.testOk', { name }) }
        : {
            kind: 'error',
            message: text('channels.testFailed', {
              name,
              problem: detail ?? (problem ? text(`channels.problem.${problem}`) : ''),
            }),
          },
    )
  } catch (error) {
    showToast({ kind: 'error', message: problemOf(error).message })
  }
}
