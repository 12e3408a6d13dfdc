import { describeWorker } from '../kit/describe.ts'

export const executableDescription = describeWorker({
  name: 'Assay_Executable',
  version: '1.0',
  description:
    'Reads programs of Windows, Linux and macOS (PE, ELF, Mach-O): sections, imports, imphash, signature, signs of packing.',
  dataTypes: ['file'],
})
