import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const shortcutDescription = describeWorker({
  name: 'Assay_Shortcut',
  version: '1.0',
  description:
    'What a shortcut of Windows (LNK, URL) starts: target, arguments, picture, and the machine that it was made on.',
  dataTypes: ['file'],
  configuration: followConfiguration,
})
