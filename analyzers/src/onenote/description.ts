import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const onenoteDescription = describeWorker({
  name: 'Assay_OneNote',
  title: { en: 'OneNote', fr: 'OneNote' },
  question: {
    en: 'Which files does the notebook contain?',
    fr: 'Quels fichiers le bloc-notes contient-il ?',
  },
  version: '1.0',
  description: 'Extracts the embedded files of a OneNote section for analysis.',
  dataTypes: ['file'],
  configuration: followConfiguration,
})
