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
    'Reads a mail (.eml, .msg): who it says it is from and who sent it, its way, what the servers checked, where its links lead, what it carries.',
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
        'Servers of yours whose Authentication-Results are believed, such as mx.example.com; else the one of the topmost header',
    },
  },
})
