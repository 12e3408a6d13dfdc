import { describeWorker } from '../kit/describe.ts'

export const certificateDescription = describeWorker({
  name: 'Assay_Certificate',
  title: { en: 'Certificate', fr: 'Certificat' },
  question: {
    en: 'Who issued it, to whom, and until when?',
    fr: 'Qui se porte garant de qui, et jusqu’à quand ?',
  },
  description:
    'Reads X.509 certificates (PEM, DER, PKCS#7): who vouches for whom, for how long and how strongly, and which names they cover. Names keys, requests and PKCS#12 stores for what they are.',
  dataTypes: ['certificate', 'file', 'other'],
  judges: ['certificate', 'file'],
  panel: 'certificate',
  sample: () => import('./sample.ts'),
})
