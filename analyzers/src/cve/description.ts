import { describeWorker } from '../kit/describe.ts'

export const cveDescription = describeWorker({
  name: 'Assay_Cve',
  title: { en: 'Vulnerability', fr: 'Vulnérabilité' },
  question: { en: 'Which vulnerability is it?', fr: 'De quelle vulnérabilité s’agit-il ?' },
  description:
    'Takes the id of a vulnerability apart, checks that it can exist, and says where to read about it.',
  dataTypes: ['cve', 'other'],
  judges: [],
})
