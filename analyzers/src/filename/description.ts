import { describeWorker } from '../kit/describe.ts'

export const filenameDescription = describeWorker({
  name: 'Assay_Filename',
  title: { en: 'Filename', fr: 'Nom de fichier' },
  question: {
    en: 'Does the name hide what the file is?',
    fr: 'Le nom cache-t-il ce qu’est le fichier ?',
  },
  description:
    'Checks a file name: double extensions, right-to-left override, hidden or look-alike extensions, lures, remote hosts.',
  dataTypes: ['filename'],
})
