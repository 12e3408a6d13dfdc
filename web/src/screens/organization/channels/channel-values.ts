import type { Channel, ChannelForm, ChannelKind } from '@assay/contract'
import { text } from '../../../base/texts/index.ts'
import { isAddress } from '../secret-reference.ts'

/** What the form holds. */
export interface ChannelValues {
  name: string
  form: ChannelForm
  url: string
  secret: string
  kinds: readonly ChannelKind[]
  minSeverity: number
  maxTlp: number
  language: Channel['language']
  enabled: boolean
}

const shortestSecret = 16

export const valuesOf = (
  channel: Channel | undefined,
  language: Channel['language'],
): ChannelValues => ({
  name: channel?.name ?? '',
  form: channel?.form ?? 'slack',
  url: '',
  secret: '',
  kinds: channel?.kinds ?? ['newAlert', 'caseShared'],
  minSeverity: channel?.minSeverity ?? 3,
  maxTlp: channel?.maxTlp ?? 2,
  language: channel?.language ?? language,
  enabled: channel ? channel.state === 'on' : true,
})

/** As the API takes it; an address or a secret that was not typed stays as it is. */
export const inputOf = ({ url, secret, ...values }: ChannelValues) => ({
  ...values,
  name: values.name.trim(),
  kinds: [...values.kinds],
  ...(url.trim() === '' ? {} : { url: url.trim() }),
  ...(values.form === 'generic' && secret !== '' ? { secret } : {}),
})

export function wrongFields(
  { name, form, url, secret, kinds }: ChannelValues,
  isNew: boolean,
): Record<string, string> {
  const isUrlRight = url.trim() === '' ? !isNew : isAddress(url)
  const isShort = form === 'generic' && secret !== '' && secret.length < shortestSecret
  return {
    ...(name.trim() === '' ? { name: text('webhooks.nameMissing') } : {}),
    ...(isUrlRight ? {} : { url: text('channels.urlWrong') }),
    ...(isShort ? { secret: text('webhooks.secretShort', { count: shortestSecret }) } : {}),
    ...(kinds.length === 0 ? { kinds: text('channels.kindsMissing') } : {}),
  }
}
