import { describeWorker } from '../src/kit/describe.ts'

export const watchwordsDescription = describeWorker({
  name: 'Assay_Watchwords',
  version: '1.0',
  title: { en: 'Watchwords', fr: 'Mots surveillés' },
  question: {
    en: 'Does it hold one of our words?',
    fr: 'Contient-il un de nos mots ?',
  },
  description: 'Says whether a text holds one of your words.',
  dataTypes: ['other', 'mail-subject'],
  configuration: {
    words: { type: 'string', multi: true, description: 'Words to look for' },
    min_length: { type: 'number', default: 3, description: 'Shorter words are ignored' },
  },
})
