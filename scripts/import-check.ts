import { dirname } from 'node:path/posix'
import { circlesIn, type Graph } from './import-circles.ts'
import { dialectProblems } from './import-dialects.ts'
import { type Import, importsOf } from './import-reader.ts'
import type { FolderRules, ImportRules, Rows } from './import-rules.ts'

/** Sources by their path from the root of the repository. */
export type Sources = ReadonlyMap<string, string>

interface Edge extends Import {
  readonly file: string
}

const table = 'scripts/import-rules.ts'
const at = ({ file, line }: Edge) => `${file}:${line}`
const names = (row = ''): string[] => row.split(/\s+/).filter((name) => name !== '')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

/** Everything that is against the rules, as sentences with file and line. */
export function checkImports(sources: Sources, rules: ImportRules): string[] {
  const all = [...sources].flatMap(([file, source]) =>
    importsOf(file, source).map((found): Edge => ({ file, ...found })),
  )
  // Tests may import everything of their package.
  const edges = all.filter(({ file }) => !isTest(file))
  const files = [...sources.keys()].filter((file) => !isTest(file))
  const product = new Map([...sources].filter(([file]) => !isTest(file)))
  return [
    ...all.flatMap((edge) => packageProblem(edge, rules.packages) ?? []),
    ...edges.flatMap((edge) => computedProblem(edge, rules.computed) ?? []),
    ...rules.folders.flatMap((folder) => folderProblems(folder, files, edges)),
    ...rules.folders.flatMap(tableCircles),
    ...fileCircles(edges, sources),
    ...folderCircles(edges, sources, rules.folders),
    ...dialectProblems(product, rules.askDialect),
  ]
}

/** `@assay/contract/detect` → contract. */
const packageNamed = (specifier: string) => /^@assay\/([^/]+)/.exec(specifier)?.[1]
const packageOf = (path: string) => path.split('/')[0] ?? ''

function packageProblem(edge: Edge, packages: Rows): string | undefined {
  const own = packageOf(edge.file)
  const allowed = names(packages[own])
  const target = packageNamed(edge.specifier)
  const isAllowed = [target, edge.specifier.slice('@assay/'.length)].some(
    (name) => name !== undefined && allowed.includes(name),
  )
  if (target !== undefined && target !== own && !isAllowed)
    return forbidden(edge, own, target, allowed)
  const folder = edge.path && packageOf(edge.path)
  if (folder && folder !== own && folder in packages)
    return `${at(edge)}: a path leads from the package ${own} into ${folder}; import @assay/${folder}`
  return undefined
}

const computedProblem = (edge: Edge, known: readonly string[]): string | undefined =>
  edge.specifier === '…' && !known.includes(edge.file)
    ? `${at(edge)}: import(…) of something computed cannot be checked; name the file (${table})`
    : undefined

function forbidden(edge: Edge, from: string, to: string, allowed: readonly string[], root = '') {
  const shown = (name: string) =>
    name === '.' ? `files of ${root}` : name === '*' ? 'every folder' : name
  const may = allowed.length === 0 ? 'nothing else' : allowed.map(shown).join(', ')
  const what = `${shown(from)} must not import ${shown(to)} (${edge.specifier})`
  return `${at(edge)}: ${what}; it may import ${may} (${table})`
}

function folderProblems(
  rules: FolderRules,
  files: readonly string[],
  edges: readonly Edge[],
): string[] {
  const { rows, types = {} } = rules
  const unknown = new Set<string>()
  const problems: string[] = []
  const rowOf = (path: string): string | undefined => {
    const entry = entryOf(rules.root, path)
    if (entry === undefined || entry in rows) return entry
    const isInside = path.startsWith(`${rules.root}/${entry}/`)
    if (isInside && '*' in rows) return entry
    if (!isInside && '.' in rows) return '.'
    unknown.add(entry)
    return undefined
  }
  for (const file of files) rowOf(file)
  for (const edge of edges) {
    if (entryOf(rules.root, edge.file) === undefined || edge.path === undefined) continue
    const [from, to] = [rowOf(edge.file), rowOf(edge.path)]
    if (from === undefined || to === undefined || from === to) continue
    const allowed = names(rows[from] ?? rows['*'])
    if (allowed.includes(to) || (allowed.includes('*') && isFolder(to))) continue
    if (edge.isType && names(types[from]).includes(to)) continue
    problems.push(forbidden(edge, from, to, allowed, rules.root))
  }
  const howTo = `add a row to ${table} that says what it may import`
  return [...[...unknown].map((name) => `${rules.root}/${name} has no rule; ${howTo}`), ...problems]
}

const isFolder = (entry: string) => !/\.tsx?$/.test(entry) && entry !== '.'

/** The folder or file of the root that a path is in. */
const entryOf = (root: string, path: string): string | undefined =>
  path.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/')[0] : undefined

/** Rows that allow a cycle. For `.` only its files could tell, which are checked one by one. */
function tableCircles({ root, rows }: FolderRules): string[] {
  const graph: Graph = new Map(
    Object.entries(rows)
      .filter(([from]) => from !== '.')
      .map(([from, row]) => [
        from,
        new Map(
          names(row)
            .flatMap((to) => (to === '*' ? Object.keys(rows).filter(isFolder) : to))
            .flatMap((to) => (to === '.' ? [] : [[to, table]])),
        ),
      ]),
  )
  return circlesIn(graph).map(
    (circle) => `${table}: the rows of ${root} allow a circle: ${round(circle)}`,
  )
}

const round = (circle: readonly string[]) => [...circle, circle[0]].join(' → ')

function fileCircles(edges: readonly Edge[], sources: Sources): string[] {
  const graph = new Map<string, Map<string, string>>()
  for (const edge of edges)
    if (edge.path !== undefined && sources.has(edge.path))
      addTo(graph, edge.file, edge.path, at(edge))
  return circlesIn(graph).map((circle) => described('a circle between files', graph, circle))
}

/**
 * In every folder of the tree: what is in it, folders as a whole, must not import each other in a
 * circle. Circles of files alone are reported by `fileCircles`.
 */
function folderCircles(
  edges: readonly Edge[],
  sources: Sources,
  rules: readonly FolderRules[],
): string[] {
  const levels = new Map<string, Map<string, Map<string, string>>>()
  for (const edge of edges) {
    if (edge.path === undefined || !sources.has(edge.path)) continue
    const level = commonFolder(edge.file, edge.path)
    const [from, to] = [entryOf(level, edge.file), entryOf(level, edge.path)]
    if (from === undefined || to === undefined || from === to) continue
    const { types = {} } = rules.find(({ root }) => root === level) ?? {}
    if (edge.isType && names(types[from]).includes(to)) continue
    const graph = levels.get(level) ?? new Map()
    levels.set(level, graph)
    addTo(graph, from, to, at(edge))
  }
  return [...levels].flatMap(([level, graph]) =>
    circlesIn(graph)
      .filter((circle) => circle.some((entry) => !sources.has(`${level}/${entry}`)))
      .map((circle) => described(`a circle between folders of ${level}`, graph, circle)),
  )
}

function commonFolder(a: string, b: string): string {
  let folder = dirname(a)
  while (folder !== '.' && !b.startsWith(`${folder}/`)) folder = dirname(folder)
  return folder
}

function addTo(graph: Map<string, Map<string, string>>, from: string, to: string, where: string) {
  const row = graph.get(from) ?? new Map<string, string>()
  graph.set(from, row)
  if (!row.has(to)) row.set(to, where)
}

function described(what: string, graph: Graph, circle: readonly string[]): string {
  const steps = circle.map((from, index) => {
    const to = circle[(index + 1) % circle.length] ?? ''
    return `    ${graph.get(from)?.get(to)} imports ${to}`
  })
  return [`${what}: ${round(circle)}`, ...steps].join('\n')
}
