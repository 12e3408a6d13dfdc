import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const archiveDescription = describeWorker({
  name: 'Assay_Archive',
  title: { en: 'Archive', fr: 'Archive' },
  question: { en: 'What is inside?', fr: 'Que contient-elle ?' },
  description:
    'Unpacks archives (zip, gzip, bzip2, xz, tar, 7z, rar, cab, ISO, cpio), installers (MSI, NSIS) and CHM. Analyzes the files inside; reports deceptive names and installer commands.',
  dataTypes: ['file'],
  panel: 'archive',
  sample: () => import('./sample.ts'),
  configuration: {
    ...followConfiguration,
    passwords: {
      type: 'string',
      multi: true,
      description:
        'Tried on encrypted files, in addition to "infected", "malware" and passwords given with the job',
    },
    max_members: {
      label: 'Maximum files',
      type: 'number',
      default: 1000,
      description: 'Maximum number of files to unpack',
    },
    max_megabytes: {
      label: 'Maximum megabytes',
      type: 'number',
      default: 256,
      description: 'Maximum unpacked size, all files together',
    },
  },
})
