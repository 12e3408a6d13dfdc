import { withoutPrefix, withoutVersion } from '@assay/contract'
import { currentLanguage } from '../texts/index.ts'
import { builtinOf } from './builtins.ts'

/**
 * Built-in analyzers have a name in the reader's language; Settings shows technical names. For
 * others the version is dropped and underscores become spaces.
 */
export const analyzerName = (name: string): string =>
  builtinOf(name)?.title[currentLanguage()] ??
  (withoutPrefix(withoutVersion(name)).replaceAll('_', ' ').trim() || name)
