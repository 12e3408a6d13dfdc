import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const archiveDescription = describeWorker({
  name: 'Assay_Archive',
  title: { en: 'Archive', fr: 'Archive' },
  question: { en: 'What is inside?', fr: 'Que contient-elle ?' },
  description:
    'Unpacks archives (zip, gzip, bzip2, xz, tar, 7z, rar, cab, ISO, cpio), installers (MSI, NSIS) and CHM: members become files to analyze; deceptive names and installer commands are reported',
  dataTypes: ['file'],
  panel: 'archive',
  sample: () => import('./sample.ts'),
  configuration: {
    ...followConfiguration,
    passwords: {
      type: 'string',
      multi: true,
      description: 'Tried on encrypted members, beside "infected", "malware" and what the job says',
    },
    max_members: {
      label: 'Members at most',
      type: 'number',
      default: 1000,
      description: 'At most this many members are unpacked',
    },
    max_megabytes: {
      label: 'Megabytes at most',
      type: 'number',
      default: 256,
      description: 'At most this much is unpacked, all members together',
    },
  },
})
