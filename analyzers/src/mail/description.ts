import { brandConfiguration } from '../domain/brand-configuration.ts'
import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const mailDescription = describeWorker({
  name: 'Assay_Mail',
  title: { en: 'Email', fr: 'Courriel' },
  question: {
    en: 'Who really sent it, and where does it lead?',
    fr: 'Qui l’a vraiment envoyé, et où mène-t-il ?',
  },
  description:
    'Reads an email (.eml, .msg): claimed and real sender, mail hops, authentication results (SPF, DKIM, DMARC), link targets and attachments.',
  dataTypes: ['file'],
  passwordsIn: ['subject', 'text'],
  panel: 'mail',
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    ...followConfiguration,
    ...brandConfiguration,
    trusted_servers: {
      plain: true,
      type: 'string',
      multi: true,
      description:
        'Your servers whose Authentication-Results are trusted, such as mx.example.com; otherwise the server of the topmost header',
    },
  },
})
