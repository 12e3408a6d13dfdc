import type { Entry } from '../entry.ts'
import { labelEntries } from './labels.ts'
import { nameEntries, otherTextEntries } from './names.ts'
import { urlEntries } from './urls.ts'

/** Made anew, the same in every run. */
export const corpus = (): Entry[] => [
  ...nameEntries(),
  ...otherTextEntries(),
  ...urlEntries(),
  ...labelEntries(),
]
