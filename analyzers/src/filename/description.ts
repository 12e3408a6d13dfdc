import { describeWorker } from '../kit/describe.ts'

export const filenameDescription = describeWorker({
  name: 'Assay_Filename',
  description:
    'Judges a file name: double extensions, right-to-left override, hidden or look-alike extensions, lures, remote hosts.',
  dataTypes: ['filename'],
})
