import { describeWorker } from '../kit/describe.ts'

export const jwtDescription = describeWorker({
  name: 'Assay_Jwt',
  title: { en: 'Token', fr: 'Jeton' },
  question: {
    en: 'Who issued it to whom, and is it valid?',
    fr: 'Qui l’a fait pour qui, et est-il solide ?',
  },
  description:
    'Opens a JSON web token: who made it for whom, how long it lives, how it is signed, and what is wrong with that.',
  dataTypes: ['jwt', 'other'],
  judges: ['jwt'],
})
