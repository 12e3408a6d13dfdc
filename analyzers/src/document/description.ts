import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const documentDescription = describeWorker({
  name: 'Assay_Document',
  title: { en: 'Document', fr: 'Document' },
  question: { en: 'Does it contain active content?', fr: 'Que fait-il en plus d’être lu ?' },
  description:
    'What a PDF, Office or RTF document does besides being read: scripts, macros, actions, embedded files, templates from elsewhere.',
  dataTypes: ['file'],
  panel: 'document',
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
