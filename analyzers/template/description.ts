import { describeWorker } from '../src/kit/describe.ts'

export const watchwordsDescription = describeWorker({
  name: 'Assay_Watchwords',
  version: '1.0',
  title: { en: 'Watchwords', fr: 'Mots surveillés' },
  question: {
    en: 'Does it contain one of our words?',
    fr: 'Contient-il un de nos mots ?',
  },
  description: 'Finds your own words in a text.',
  dataTypes: ['other', 'mail-subject'],
  configuration: {
    words: { type: 'string', multi: true, description: 'Words to look for' },
    min_length: { type: 'number', default: 3, description: 'Shorter words are ignored' },
  },
})
