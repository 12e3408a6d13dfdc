import { describeWorker } from '../kit/describe.ts'

export const fileDescription = describeWorker({
  name: 'Assay_File',
  title: { en: 'File', fr: 'Fichier' },
  question: { en: 'What type of file is it really?', fr: 'Qu’est-ce, quel que soit son nom ?' },
  description:
    'What a file is, whatever its name says: hashes, type by content, entropy, strings, the members of archives, the data of photos (EXIF).',
  dataTypes: ['file'],
  keeps: 'likeness',
  panel: 'file',
  sample: () => import('../kit/sample-mail.ts'),
})
