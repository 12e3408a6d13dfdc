import { createHmac } from 'node:crypto'
import type { ChannelTest } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { signatureHeader, signedText } from '../../domain/response/delivery.ts'
import { PrivateTarget, post } from '../../http/outgoing.ts'
import { type ChannelRow, secretContext, urlContext } from './store.ts'

/** In our words alone: neither an administrator nor a log learns more of the network behind an address. */
export type ChatProblem = NonNullable<ChannelTest['problem']>

export const postTimeoutMs = 10_000

/** Sends one request; undefined once the chat system has taken it. */
export async function postToChannel(
  { config, secrets, clock }: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  channel: ChannelRow,
  { body, id }: { readonly body: string; readonly id: string },
  signal: AbortSignal,
): Promise<ChatProblem | undefined> {
  const sentAt = clock.now()
  const sign = (sealed: string) =>
    signatureHeader(
      sentAt,
      createHmac('sha256', secrets.open(secretContext(channel.id), sealed))
        .update(signedText(body, sentAt))
        .digest('hex'),
    )
  try {
    const status = await post({
      url: new URL(secrets.open(urlContext(channel.id), channel.url_sealed)),
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Assay',
        ...(channel.form === 'generic' && { 'x-assay-delivery': id }),
        ...(channel.form === 'generic' &&
          channel.secret_sealed !== null && { 'x-assay-signature': sign(channel.secret_sealed) }),
      },
      timeoutMs: postTimeoutMs,
      // guard (open = true): server/test/mail/channels.test.ts
      mayReachPrivate: config.webhook.privateTargets,
      signal,
    })
    return status < 200 || status > 299 ? 'refused' : undefined
  } catch (error) {
    return problemOf(error)
  }
}

function problemOf(error: unknown): ChatProblem {
  if (error instanceof PrivateTarget) return 'unreachable'
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer'
  const said = typeof code === 'string' ? code : ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(said)) return 'certificate'
  if (/TIMEDOUT|ECONNRESET|EPIPE|HPE_/.test(said)) return 'no answer'
  return 'unreachable'
}
