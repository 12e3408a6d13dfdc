import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const documentDescription = describeWorker({
  name: 'Assay_Document',
  title: { en: 'Document', fr: 'Document' },
  question: { en: 'Does it contain active content?', fr: 'Contient-il du contenu actif ?' },
  description:
    'Finds active content in PDF, Office and RTF documents: scripts, macros, actions, embedded files, remote templates.',
  dataTypes: ['file'],
  panel: 'document',
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
