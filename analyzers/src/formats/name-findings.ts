import { type Finding, finding } from '../kit/index.ts'
import { type NameTrick, nameTricks, readsLike } from './risky-names.ts'

const ids = {
  backwards: 'filename.backwards',
  double: 'filename.double',
  spaces: 'filename.spaces',
  'look-alike-letters': 'filename.look-alike-letters',
  stream: 'filename.stream',
  trailing: 'filename.trailing',
  lure: 'filename.lure',
} as const satisfies Readonly<Record<NameTrick, string>>

/** A finding for each way in which a file name hides what it is, without those that the caller has its own for. */
export const trickFindings = (name: string, except: readonly NameTrick[] = []): Finding[] =>
  nameTricks(name)
    .filter((trick) => !except.includes(trick))
    .map((trick) => finding(ids[trick], { name, shown: readsLike(name) ?? '' }))
