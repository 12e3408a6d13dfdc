import { describeWorker } from '../kit/describe.ts'

export const qrDescription = describeWorker({
  name: 'Assay_Qr',
  title: { en: 'QR code', fr: 'Code QR' },
  question: { en: 'Where does the code lead?', fr: 'Où mène le code ?' },
  description: 'Decodes QR codes in an image (PNG, JPEG): what they contain and where they lead.',
  dataTypes: ['file'],
})
