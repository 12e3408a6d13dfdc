import { describeWorker } from '../kit/describe.ts'

export const certificateDescription = describeWorker({
  name: 'Assay_Certificate',
  description:
    'Reads X.509 certificates (PEM, DER, PKCS#7): who vouches for whom, for how long and how strongly, and which names they cover. Names keys, requests and PKCS#12 stores for what they are.',
  dataTypes: ['certificate', 'file', 'other'],
  judges: ['certificate', 'file'],
})
