import { describeWorker } from '../kit/describe.ts'

export const jwtDescription = describeWorker({
  name: 'Assay_Jwt',
  title: { en: 'Token', fr: 'Jeton' },
  question: {
    en: 'Who issued it to whom, and is it valid?',
    fr: 'Qui l’a émis, pour qui, et est-il valide ?',
  },
  description:
    'Decodes a JSON Web Token (JWT): issuer, audience, lifetime, signature algorithm, and weaknesses.',
  dataTypes: ['jwt', 'other'],
  judges: ['jwt'],
})
