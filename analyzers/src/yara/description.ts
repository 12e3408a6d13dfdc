import { describeWorker } from '../kit/describe.ts'

export const yaraDescription = describeWorker({
  name: 'Assay_Yara',
  title: { en: 'YARA', fr: 'YARA' },
  question: { en: 'Do our rules match?', fr: 'Nos règles correspondent-elles ?' },
  description:
    'Matches a file against the starter rules of this program and your own YARA rules (YARA-X); a folder of rules is compiled once and again when it changes.',
  dataTypes: ['file'],
  sample: () => import('../kit/sample-mail.ts'),
  configuration: {
    rules: {
      label: 'Our rules',
      type: 'resource',
      multi: true,
      description: 'Files with rules, or folders of .yar and .yara files',
    },
    starter_rules: {
      plain: true,
      type: 'boolean',
      default: true,
      description: 'Whether the rules that come with the program count, too',
    },
    level: {
      label: 'What a match means',
      plain: true,
      type: 'string',
      default: 'suspicious',
      description: 'What a match of your own rules means: info, suspicious or malicious',
    },
  },
})
