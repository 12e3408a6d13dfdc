import { dirname, join } from 'node:path/posix'

export interface Import {
  readonly line: number
  /** As it is written. */
  readonly specifier: string
  /** The file it names, from the root of the repository; nothing for packages. */
  readonly path: string | undefined
  readonly isType: boolean
}

/** The formatter puts every static import at the start of a line, so this need not be a parser. */
const fromClause =
  /^(?:import|export)\s+(type\s+)?(?:[\w$]+\s*,?\s*)?(?:\*(?:\s+as\s+[\w$]+)?|\{([^}]*)\})?\s*from\s*(['"])([^'"\n]+)\3/gm
const bare = /^import\s*(['"])([^'"\n]+)\1/gm
/** `import('…')` of values and of types. */
const dynamic = /\bimport\(\s*(?:(['"`])([^'"`$\n]+)\1|(?!\s))/g

/** All imports of a file. An `import(…)` of something computed has the specifier `…`. */
export function importsOf(file: string, source: string): Import[] {
  const found: Import[] = []
  const add = (index: number, specifier: string, isType: boolean) => {
    const line = source.slice(0, index).split('\n').length
    const isRelative = specifier.startsWith('.')
    const path = isRelative ? join(dirname(file), specifier) : undefined
    found.push({ line, specifier, path, isType })
  }
  for (const { index, 1: type, 2: names, 4: specifier = '' } of source.matchAll(fromClause))
    add(index, specifier, type !== undefined || isAllTypes(names))
  for (const { index, 2: specifier = '' } of source.matchAll(bare)) add(index, specifier, false)
  for (const { index, 2: specifier = '…' } of source.matchAll(dynamic))
    if (!isInComment(source, index)) add(index, specifier, false)
  return found.sort((a, b) => a.line - b.line)
}

const isAllTypes = (names: string | undefined): boolean => {
  const parts = (names ?? '').split(',').filter((part) => part.trim() !== '')
  return parts.length > 0 && parts.every((part) => part.trim().startsWith('type '))
}

const isInComment = (source: string, index: number): boolean =>
  /^\s*\*|\/\*|\/\//.test(source.slice(source.lastIndexOf('\n', index) + 1, index))
