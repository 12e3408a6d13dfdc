import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const shortcutDescription = describeWorker({
  name: 'Assay_Shortcut',
  title: { en: 'Shortcut', fr: 'Raccourci' },
  question: { en: 'What does it start?', fr: 'Que lance-t-il ?' },
  version: '1.0',
  description:
    'What a Windows shortcut (LNK, URL) starts: target, arguments, icon, and the host it was created on.',
  dataTypes: ['file'],
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
