import {
  extensionOf,
  isDoubleExtension,
  isWrittenBackwards,
  programs,
} from '../formats/risky-names.ts'
import type { Level } from '../kit/index.ts'

export interface Finding {
  readonly level: Level
  readonly predicate: string
  readonly value: string
  /** One sentence, with the evidence in it. */
  readonly explanation: string
}

/** Nothing in it can hide or move what stands beside it. */
export const shownPath = (path: string): string =>
  path
    .toWellFormed()
    .slice(0, 1000)
    .replace(
      /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
      (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`,
    )

/** Written by an unpacker that believes it, it lands beside the folder that was meant. */
const leavesFolder = (path: string) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(path)

const scripts = new Set('bat cmd ps1 vbs vbe js jse wsf wsh hta lnk scf reg chm url'.split(' '))
/** Among many files a program is software; alone with a note it is what somebody shall start. */
const fewMembers = 5

export function nameFindings(paths: readonly string[]): Finding[] {
  const found = new Map<string, Finding>()
  const add = (value: string, path: string, why: string) => {
    if (!found.has(value))
      found.set(value, {
        level: 'suspicious',
        predicate: 'Name',
        value,
        explanation: `${shownPath(path)} ${why}`,
      })
  }
  for (const path of paths) {
    const extension = extensionOf(path)
    if (leavesFolder(path)) add('path outside', path, 'leads out of the folder it is unpacked to')
    if (isWrittenBackwards(path)) add('written backwards', path, 'is shown in another order')
    if (isDoubleExtension(path)) add('double extension', path, 'looks like a document and is run')
    else if (paths.length <= fewMembers && scripts.has(extension))
      add('script inside', path, `is a script (${extension}) that runs when it is opened`)
    else if (paths.length <= fewMembers && programs.has(extension))
      add('program inside', path, `is a program (${extension}) that runs when it is opened`)
  }
  return [...found.values()]
}

/** What a document of Office is made of; the analyzer of documents reads it. */
const officeParts =
  /(?:^|\/)(?:\[Content_Types\]|_rels\/.{0,200}|.{0,200})\.(?:xml|rels|vml|png|jpe?g|gif|emf|wmf|tiff?|bin|odttf|fntdata)$|^mimetype$/i

export const isOfficePart = (path: string): boolean => officeParts.test(path)
