import { visibleName } from '@assay/contract/detect'
import {
  extensionOf,
  isDoubleExtension,
  isWrittenBackwards,
  programs,
} from '../formats/risky-names.ts'
import { type CatalogueId, type Finding, finding } from '../kit/index.ts'

/** Nothing in it can hide or move what stands beside it. */
export const shownPath = (path: string): string => visibleName(path.slice(0, 1000).toWellFormed())

/** Written by an unpacker that believes it, it lands beside the folder that was meant. */
const leavesFolder = (path: string) => /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(path)

const scripts = new Set('bat cmd ps1 vbs vbe js jse wsf wsh hta lnk scf reg chm url'.split(' '))
/** Among many files a program is software; alone with a note it is what somebody shall start. */
const fewMembers = 5

/** One of each, with the first member that shows it. */
export function nameFindings(paths: readonly string[]): Finding[] {
  const found = new Map<CatalogueId, Finding>()
  const add = (id: CatalogueId, path: string, extension = '') => {
    if (!found.has(id)) found.set(id, finding(id, { path: shownPath(path), extension }))
  }
  for (const path of paths) {
    const extension = extensionOf(path)
    if (leavesFolder(path)) add('archive.path-outside', path)
    if (isWrittenBackwards(path)) add('archive.name-backwards', path)
    if (isDoubleExtension(path)) add('archive.name-double', path)
    else if (paths.length <= fewMembers && scripts.has(extension))
      add('archive.script-inside', path, extension)
    else if (paths.length <= fewMembers && programs.has(extension))
      add('archive.program-inside', path, extension)
  }
  return [...found.values()]
}

/** What a document of Office is made of; the analyzer of documents reads it. */
const officeParts =
  /(?:^|\/)(?:\[Content_Types\]|_rels\/.{0,200}|.{0,200})\.(?:xml|rels|vml|png|jpe?g|gif|emf|wmf|tiff?|bin|odttf|fntdata)$|^mimetype$/i

export const isOfficePart = (path: string): boolean => officeParts.test(path)

export const isOfficePicture = (path: string): boolean => /\.(?:png|jpe?g|gif)$/i.test(path)
