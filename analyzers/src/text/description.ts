import { describeWorker } from '../kit/describe.ts'

export const textDescription = describeWorker({
  name: 'Assay_Text',
  title: { en: 'Text', fr: 'Texte' },
  question: {
    en: 'Which observables does the text contain?',
    fr: 'Quelles valeurs le texte contient-il ?',
  },
  description:
    'Finds observables in any text or file: undoes defanging, extracts, types and counts each one once.',
  dataTypes: ['file', 'other', 'mail-subject', 'mail_subject'],
  judges: [],
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    max_artifacts: {
      label: 'Values at most',
      type: 'number',
      default: 500,
      description: 'At most this many become artifacts; the report lists all, up to 10,000',
    },
    own_domains: {
      plain: true,
      type: 'string',
      multi: true,
      description: 'Domains of yours: names, addresses and mails under them become no artifacts',
    },
    reserved_addresses: {
      type: 'boolean',
      default: false,
      description: 'Whether private and reserved IP addresses become artifacts',
    },
  },
})
