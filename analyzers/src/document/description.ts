import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const documentDescription = describeWorker({
  name: 'Assay_Document',
  description:
    'What a PDF, Office or RTF document does besides being read: scripts, macros, actions, embedded files, templates from elsewhere.',
  dataTypes: ['file'],
  configuration: followConfiguration,
})
