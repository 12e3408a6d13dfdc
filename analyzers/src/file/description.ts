import { describeWorker } from '../kit/describe.ts'

export const fileDescription = describeWorker({
  name: 'Assay_File',
  description:
    'What a file is, whatever its name says: hashes, type by content, entropy, strings, the members of archives, the data of photos (EXIF).',
  dataTypes: ['file'],
})
