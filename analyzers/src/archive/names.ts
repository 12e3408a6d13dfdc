import { visibleName } from '@assay/contract/detect'
import { trickFindings } from '../formats/name-findings.ts'
import {
  extensionOf,
  isDoubleExtension,
  isWrittenBackwards,
  programs,
} from '../formats/risky-names.ts'
import { type CatalogueId, type Finding, finding } from '../kit/index.ts'
import { isLureName } from './lure-names.ts'

/** Nothing in it can hide or move the text next to it. */
export const shownPath = (path: string): string => visibleName(path.slice(0, 1000).toWellFormed())

/** An unpacker that trusts the path writes outside the target folder. */
export const leavesFolder = (path: string): boolean =>
  /(?:^|[\\/])\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:[\\/]/.test(path)

/**
 * Sent to be opened, hardly ever to be worked with: there is no other reason to pack one of these alone.
 */
const baits = new Set('vbs vbe jse wsf wsh hta lnk scf'.split(' '))
const baitPrograms = new Set('scr pif cpl'.split(' '))
/** Among many files a program is software; alone with a note it is what a reader shall start. */
const fewMembers = 5
/** Found next to the programs and scripts of software, not next to a lure. */
const software =
  /(?:^|[\\/])(?:package\.json|manifest\.(?:json|mf)|setup\.py|pyproject\.toml|(?:readme|licen[sc]e|copying|changelog|changes|notice)(?:\.(?:txt|md|rst|html?|rtf))?)$|\.(?:html?|css|map|ts|dll|inf|cat|sys|so|py|php|cs|cpp|hpp|[ch]|java|class|ini|cfg|conf|ya?ml|toml|json|psd1|psm1)$/i

export interface Surroundings {
  /** A file that is packed alone has the name of its container, which says nothing about it. */
  readonly isPackedAlone: boolean
  /** Programs in it are its purpose, and it is not unpacked into a folder. */
  readonly isInstaller: boolean
  /** No password opens it, so scanners cannot see what the reader is told to open. */
  readonly isLocked: boolean
  readonly filename: string
}

/** One of each, with the first file that shows it. */
export function nameFindings(paths: readonly string[], around: Surroundings): Finding[] {
  const found = new Map<CatalogueId, Finding>()
  const add = (id: CatalogueId, path: string, more: Record<string, string> = {}) => {
    if (!found.has(id)) found.set(id, finding(id, { path: shownPath(path), ...more }))
  }
  const isFew = paths.length <= fewMembers && !around.isPackedAlone
  const isSoftware = paths.some((path) => software.test(path))
  for (const path of paths) {
    const extension = extensionOf(path)
    const isRun = programs.has(extension)
    if (isWrittenBackwards(path)) add('archive.name-backwards', path)
    if (around.isInstaller) continue
    if (!around.isPackedAlone && leavesFolder(path)) add('archive.path-outside', path)
    const why = isRun && isFew && !isSoftware ? lureOf(path, extension, around) : undefined
    for (const one of trickFindings(path, ['backwards', 'double', 'stream', 'lure']))
      if (!found.has(one.id)) found.set(one.id, one)
    if (isDoubleExtension(path)) add('archive.name-double', path)
    else if (isFew && baits.has(extension)) add('archive.script-inside', path, { extension })
    else if (isFew && baitPrograms.has(extension))
      add('archive.program-inside', path, { extension })
    else if (why !== undefined) add('archive.lure', path, { extension, why })
    else if (isRun && !around.isPackedAlone) add('archive.program', path, { extension })
  }
  return [...found.values()]
}

/** Why it is more than a packed program. */
function lureOf(path: string, extension: string, around: Surroundings): string | undefined {
  if (around.isLocked) return 'the archive is encrypted'
  const name = (path.split(/[\\/]/).at(-1) ?? '').slice(0, -extension.length - 1)
  // `Scan_2026.zip` with `setup.exe` in it deceives as well as the other way round.
  const outer = around.filename.slice(0, -extensionOf(around.filename).length - 1)
  if (isLureName(name) || isLureName(outer)) return 'its name imitates a document'
  return /\s{10,}/.test(path) ? 'spaces hide the extension' : undefined
}

const maxLinks = 1_000

/** A link to elsewhere is a fact; a file that is written through it lands there. */
export function linkFindings(
  paths: readonly string[],
  links: ReadonlyMap<string, string>,
): Finding[] {
  const outside = [...links]
    .filter(([path, target]) => leavesFolder(target) && leaves(path, target))
    .slice(0, maxLinks)
    .map(([path]) => `${path.replace(/^\.\//, '')}/`)
  if (outside.length === 0) return []
  const through = paths.find((path) => {
    const plain = path.replace(/^\.\//, '')
    return outside.some((link) => plain.startsWith(link))
  })
  return through === undefined
    ? []
    : [finding('archive.path-outside', { path: shownPath(through) })]
}

/** `a/b` that points to `../c` stays inside. */
function leaves(path: string, target: string): boolean {
  if (!target.startsWith('..')) return true
  let depth = path.replace(/^\.\//, '').split('/').length - 1
  for (const part of target.split('/')) {
    if (part === '..') depth -= 1
    else if (part !== '.' && part !== '') depth += 1
    if (depth < 0) return true
  }
  return false
}

/** What a document of Office is made of; the analyzer of documents reads it. */
const officeParts =
  /(?:^|\/)(?:\[Content_Types\]|_rels\/.{0,200}|.{0,200})\.(?:xml|rels|vml|png|jpe?g|gif|emf|wmf|tiff?|bin|odttf|fntdata)$|^mimetype$/i

export const isOfficePart = (path: string): boolean => officeParts.test(path)

export const isOfficePicture = (path: string): boolean => /\.(?:png|jpe?g|gif)$/i.test(path)
