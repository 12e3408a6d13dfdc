import { describeWorker } from '../kit/describe.ts'

export const yaraDescription = describeWorker({
  name: 'Assay_Yara',
  description:
    'Matches a file against your own YARA rules (YARA-X); a folder of rules is compiled once and again when it changes.',
  dataTypes: ['file'],
  configuration: {
    rules: {
      type: 'resource',
      multi: true,
      description: 'Files with rules, or folders of .yar and .yara files',
    },
    level: {
      plain: true,
      type: 'string',
      default: 'suspicious',
      description: 'What a match means: info, suspicious or malicious',
    },
  },
})
