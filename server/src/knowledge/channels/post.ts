import { createHmac } from 'node:crypto'
import type { ChannelTest } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { signatureHeader, signedText } from '../../domain/response/delivery.ts'
import { PrivateTarget, post } from '../../http/outgoing.ts'
import { secretBehind } from '../../identity/secret-references/single.ts'
import type { Config } from '../../settings/config.ts'
import { type ChannelRow, secretContext, urlContext } from './store.ts'

const words = ['unreachable', 'certificate', 'refused', 'no answer'] as const
type Word = Exclude<NonNullable<ChannelTest['problem']>, 'secret reference'>

/**
 * In our words alone: neither an administrator nor a log learns more of the network behind an address. Or which secret
 * reference stands for nothing.
 */
export type ChatProblem = Word | `Secret reference ${string}`

export const isChatWord = (problem: ChatProblem): problem is Word =>
  (words as readonly string[]).includes(problem)

/** What it says is in the address, and must not be read on the way. */
export function addressProblem(config: Pick<Config, 'webhook'>, text: string): string | undefined {
  const url = URL.parse(text)
  const isHttps = url?.protocol === 'https:'
  const isInHouse = url?.protocol === 'http:' && config.webhook.privateTargets
  // guard: server/test/mail/channels.test.ts
  if (!url || !(isHttps || isInHouse))
    return 'url must be an https URL; the operator can allow http to internal addresses'
  // guard: server/test/mail/channels.test.ts
  if (url.username !== '' || url.password !== '')
    return 'url must not contain a username or password'
  return undefined
}

export const postTimeoutMs = 10_000

/** Sends one request; undefined once the chat system has taken it. */
export async function postToChannel(
  deps: Pick<Deps, 'config' | 'secrets' | 'clock'>,
  channel: ChannelRow,
  { body, id }: { readonly body: string; readonly id: string },
  signal: AbortSignal,
): Promise<ChatProblem | undefined> {
  const { config, secrets, clock } = deps
  const { id: channelId, organization } = channel
  const address = await secretBehind(
    deps,
    organization,
    secrets.open(urlContext(channelId), channel.url_sealed),
  )
  if ('problem' in address) return asReference(address.problem)
  // What a reference stands for was not seen when the channel was saved.
  // guard: server/test/security/single-secret-references.test.ts
  if (addressProblem(config, address.secret) !== undefined) return 'refused'
  const key =
    channel.secret_sealed === null
      ? undefined
      : await secretBehind(
          deps,
          organization,
          secrets.open(secretContext(channelId), channel.secret_sealed),
        )
  if (key && 'problem' in key) return asReference(key.problem)
  const sentAt = clock.now()
  const sign = (secret: string) =>
    signatureHeader(
      sentAt,
      createHmac('sha256', secret).update(signedText(body, sentAt)).digest('hex'),
    )
  try {
    const status = await post({
      url: new URL(address.secret),
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Assay',
        ...(channel.form === 'generic' && { 'x-assay-delivery': id }),
        ...(channel.form === 'generic' && key && { 'x-assay-signature': sign(key.secret) }),
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

const asReference = (problem: string) => problem as ChatProblem

function problemOf(error: unknown): ChatProblem {
  if (error instanceof PrivateTarget) return 'unreachable'
  const { code, name } = error as { code?: unknown; name?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError') return 'no answer'
  const said = typeof code === 'string' ? code : ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|EPROTO/.test(said)) return 'certificate'
  if (/TIMEDOUT|ECONNRESET|EPIPE|HPE_/.test(said)) return 'no answer'
  return 'unreachable'
}
