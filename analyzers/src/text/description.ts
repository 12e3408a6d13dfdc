import { describeWorker } from '../kit/describe.ts'

export const textDescription = describeWorker({
  name: 'Assay_Text',
  title: { en: 'Text', fr: 'Texte' },
  question: {
    en: 'Which observables does the text contain?',
    fr: 'Quels observables le texte contient-il ?',
  },
  description:
    'Extracts observables from any text or file: refangs, detects types and counts each one once.',
  dataTypes: ['file', 'other', 'mail-subject', 'mail_subject'],
  judges: [],
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    max_artifacts: {
      label: 'Maximum observables',
      type: 'number',
      default: 500,
      description: 'Maximum number of artifacts; the report lists all observables, up to 10,000',
    },
    own_domains: {
      plain: true,
      type: 'string',
      multi: true,
      description:
        'Your own domains: hostnames, URLs and email addresses under them do not become artifacts',
    },
    reserved_addresses: {
      type: 'boolean',
      default: false,
      description: 'Extract private and reserved IP addresses as artifacts',
    },
  },
})
