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
    'Reads scripts (batch, PowerShell, VBScript, JScript, HTA, WSF, shell, Python, PHP) without running them: what is hidden in them, layer by layer, and what they do.',
  dataTypes: ['file'],
  panel: 'script',
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
