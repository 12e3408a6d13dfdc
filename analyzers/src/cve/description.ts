import { describeWorker } from '../kit/describe.ts'

export const cveDescription = describeWorker({
  name: 'Assay_Cve',
  title: { en: 'Vulnerability', fr: 'Vulnérabilité' },
  question: { en: 'Which vulnerability is it?', fr: 'De quelle vulnérabilité s’agit-il ?' },
  description: 'Parses a CVE ID, checks that it is valid, and links to its records.',
  dataTypes: ['cve', 'other'],
  judges: [],
})
