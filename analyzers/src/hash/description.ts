import { describeWorker } from '../kit/describe.ts'

export const hashDescription = describeWorker({
  name: 'Assay_Hash',
  title: { en: 'Hash', fr: 'Empreinte' },
  question: { en: 'Is it a known file?', fr: 'Est-ce un fichier connu ?' },
  description:
    'Identifies the algorithm of a hash, recognizes empty input and the EICAR test file, and looks the hash up in local lists.',
  dataTypes: ['hash'],
  panel: 'hash',
  configuration: {
    malicious_lists: {
      label: 'Bad-hash lists',
      type: 'resource',
      multi: true,
      description: 'Files with one known bad hash per line; text after the hash is its name',
    },
    safe_lists: {
      label: 'Good-hash lists',
      type: 'resource',
      multi: true,
      description: 'Files with one known good hash per line; text after the hash is its name',
    },
  },
})
