import { describeWorker } from '../kit/describe.ts'

export const certificateDescription = describeWorker({
  name: 'Assay_Certificate',
  title: { en: 'Certificate', fr: 'Certificat' },
  question: {
    en: 'Who issued it, to whom, and until when?',
    fr: 'Qui l’a émis, pour qui et jusqu’à quand ?',
  },
  description:
    'Reads X.509 certificates (PEM, DER, PKCS#7): issuer, subject, validity, strength and the names they cover. Identifies keys, signing requests and PKCS#12 stores.',
  dataTypes: ['certificate', 'file', 'other'],
  judges: ['certificate', 'file'],
  panel: 'certificate',
  sample: () => import('./sample.ts'),
})
