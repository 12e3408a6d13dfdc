import { describeWorker } from '../kit/describe.ts'

export const certificateDescription = describeWorker({
  name: 'Assay_Certificate',
  version: '1.0',
  description:
    'Reads X.509 certificates (PEM or DER): who vouches for whom, for how long and how strongly, and which names they cover.',
  dataTypes: ['certificate', 'file', 'other'],
})
