import { describeWorker } from '../kit/describe.ts'

export const jwtDescription = describeWorker({
  name: 'Assay_Jwt',
  description:
    'Opens a JSON web token: who made it for whom, how long it lives, how it is signed, and what is wrong with that.',
  dataTypes: ['jwt', 'other'],
  judges: ['jwt'],
})
