import { describeWorker } from '../kit/describe.ts'

export const fileDescription = describeWorker({
  name: 'Assay_File',
  title: { en: 'File', fr: 'Fichier' },
  question: { en: 'What type of file is it really?', fr: 'Quel est son vrai type ?' },
  description:
    'Identifies a file by content, regardless of its name: hashes, type, entropy, strings, files in archives, photo metadata (EXIF).',
  dataTypes: ['file'],
  keeps: 'likeness',
  panel: 'file',
  sample: () => import('../kit/sample-mail.ts'),
})
