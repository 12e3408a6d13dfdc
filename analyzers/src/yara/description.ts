import { describeWorker } from '../kit/describe.ts'

export const yaraDescription = describeWorker({
  name: 'Assay_Yara',
  title: { en: 'YARA', fr: 'YARA' },
  question: { en: 'Do our rules match?', fr: 'Nos règles correspondent-elles ?' },
  description:
    'Scans a file with built-in starter rules and your own YARA rules (YARA-X). Rule folders are recompiled only when they change.',
  dataTypes: ['file'],
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    rules: {
      label: 'Our rules',
      type: 'resource',
      multi: true,
      description: 'Rule files, or folders of .yar and .yara files',
    },
    starter_rules: {
      plain: true,
      type: 'boolean',
      default: true,
      description: 'Also use the built-in starter rules',
    },
    level: {
      label: 'Level of a match',
      plain: true,
      type: 'string',
      default: 'suspicious',
      description: 'Level of a match of your own rules: info, suspicious or malicious',
    },
  },
})
