import { describeWorker } from '../kit/describe.ts'

export const qrDescription = describeWorker({
  name: 'Assay_Qr',
  description:
    'Reads the QR codes in an image (PNG, JPEG) and says what they hold and where they lead.',
  dataTypes: ['file'],
})
