import { describeWorker, targetTypes } from '../kit/describe.ts'

export const webhookDescription = describeWorker({
  name: 'Assay_Webhook',
  title: { en: 'Send to a webhook', fr: 'Envoyer à un webhook' },
  question: { en: 'Sends it to one of your URLs.', fr: 'L’envoie à une de vos adresses.' },
  description: 'Sends the case, alert or observable as JSON to your URL, signed with HMAC-SHA256.',
  dataTypes: targetTypes,
  needsNetwork: true,
  configuration: {
    url: {
      label: 'Address',
      type: 'string',
      required: true,
      description: 'URL to send to, https://…',
    },
    secret: {
      label: 'Signing key',
      type: 'string',
      required: true,
      description: 'Signing key, shared with the receiver; at least 16 characters',
    },
    attempts: {
      label: 'Maximum attempts',
      type: 'number',
      default: 4,
      description: 'How often to try, at most 10',
    },
    retry_seconds: {
      label: 'Retry delay (seconds)',
      type: 'number',
      default: 1,
      description: 'Delay after the first attempt; doubles with each retry',
    },
  },
})
