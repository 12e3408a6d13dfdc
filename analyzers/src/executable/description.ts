import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const executableDescription = describeWorker({
  name: 'Assay_Executable',
  title: { en: 'Executable', fr: 'Programme' },
  question: {
    en: 'What can it do, and who signed it?',
    fr: 'Que peut-il faire, et qui l’a signé ?',
  },
  description:
    'Reads Windows, Linux and macOS executables (PE, ELF, Mach-O): sections, imports, imphash, signature, signs of packing.',
  dataTypes: ['file'],
  panel: 'program',
  sample: () => import('./sample.ts'),
  configuration: followConfiguration,
})
