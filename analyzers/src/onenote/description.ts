import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const onenoteDescription = describeWorker({
  name: 'Assay_OneNote',
  title: { en: 'OneNote', fr: 'OneNote' },
  question: {
    en: 'Which files does the notebook contain?',
    fr: 'Quels fichiers le carnet transporte-t-il ?',
  },
  version: '1.0',
  description: 'Takes the files out of a OneNote section, which become files to analyze.',
  dataTypes: ['file'],
  configuration: followConfiguration,
})
