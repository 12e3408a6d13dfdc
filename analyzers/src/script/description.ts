import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const scriptDescription = describeWorker({
  name: 'Assay_Script',
  title: { en: 'Script', fr: 'Script' },
  question: {
    en: 'What is hidden in it, and what does it do?',
    fr: 'Que cache-t-il, et que fait-il ?',
  },
  version: '1.0',
  description:
    'Reads scripts (batch, PowerShell, VBScript, JScript, HTA, WSF, shell, Python, PHP) without running them: decodes hidden layers and reports what the code does.',
  dataTypes: ['file'],
  panel: 'script',
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
