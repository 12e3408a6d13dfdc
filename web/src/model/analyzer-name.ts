import { withoutPrefix, withoutVersion } from '@assay/contract'
import { currentLanguage } from '../texts/index.ts'
import { builtinOf } from './builtins.ts'

/**
 * What is built in has a name in the reader's language; technical names stand in Settings. Of others
 * the version goes and the lines become blanks.
 */
export const analyzerName = (name: string): string =>
  builtinOf(name)?.title[currentLanguage()] ??
  (withoutPrefix(withoutVersion(name)).replaceAll('_', ' ').trim() || name)
