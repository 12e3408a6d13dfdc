import { describeWorker } from '../kit/describe.ts'

export const hashDescription = describeWorker({
  name: 'Assay_Hash',
  title: { en: 'Hash', fr: 'Empreinte' },
  question: { en: 'Is it a known file?', fr: 'Est-ce un fichier connu ?' },
  description:
    'Guesses the algorithm of a hash, knows those of empty input and of the EICAR test file, and looks it up in local lists.',
  dataTypes: ['hash'],
  panel: 'hash',
  configuration: {
    malicious_lists: {
      label: 'Lists of bad hashes',
      type: 'resource',
      multi: true,
      description: 'Files with one known bad hash per line; what follows the hash is its name',
    },
    safe_lists: {
      label: 'Lists of good hashes',
      type: 'resource',
      multi: true,
      description: 'Files with one known good hash per line; what follows the hash is its name',
    },
  },
})
