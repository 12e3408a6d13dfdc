import { describeWorker, targetTypes } from '../kit/describe.ts'

export const webhookDescription = describeWorker({
  name: 'Assay_Webhook',
  title: { en: 'Send to a webhook', fr: 'Envoyer à un webhook' },
  question: { en: 'Sends it to one of your URLs.', fr: 'L’envoie à une de vos adresses.' },
  description:
    'Sends the case, alert or observable as JSON to an address of yours, signed with HMAC-SHA256.',
  dataTypes: targetTypes,
  needsNetwork: true,
  configuration: {
    url: {
      label: 'Address',
      type: 'string',
      required: true,
      description: 'Where to send it, https://…',
    },
    secret: {
      label: 'Key of the signature',
      type: 'string',
      required: true,
      description: 'Key of the signature, known to the receiver; 16 characters or more',
    },
    attempts: {
      label: 'Attempts at most',
      type: 'number',
      default: 4,
      description: 'How often it is tried, at most 10',
    },
    retry_seconds: {
      label: 'Seconds until the next attempt',
      type: 'number',
      default: 1,
      description: 'Pause after the first attempt; it doubles with each',
    },
  },
})
