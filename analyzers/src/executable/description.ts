import { describeWorker } from '../kit/describe.ts'
import { followConfiguration } from '../kit/follow-configuration.ts'

export const executableDescription = describeWorker({
  name: 'Assay_Executable',
  description:
    'Reads programs of Windows, Linux and macOS (PE, ELF, Mach-O): sections, imports, imphash, signature, signs of packing.',
  dataTypes: ['file'],
  configuration: followConfiguration,
})
