// Guards are conditions that refuse: not allowed, not found, too much, not ours. A mark names the test
// file that proves them, so `npm run mutate` can break each one and see that file fail:
//
//   // guards: user-rules.test.ts                     above a function: each `if` in it that ends something
//   // guard: key-scope.test.ts                       above one condition; the file lies beside this one
//   // guard: server/test/platform/shares.test.ts     any other file, from the root of the checkout
//   // guard (open = true): key-scope.test.ts         what stands in its place when it is broken
//
// Without `open`, an `if` never holds; a call, `throw` or loop that is a statement, and a call of a chain such
// as `.where(…)`, is left out; so is an operand of `&&` or `||`. What is returned or assigned needs `open`; of a
// function without braces that is what it returns.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dirname as folderOf, join as joinPath } from 'node:path/posix'
import { parseAst } from 'rolldown/parseAst'

const root = dirname(import.meta.dirname)

export interface Guard {
  /** From the root of the checkout, as `test`. */
  readonly file: string
  /** Of what is guarded. */
  readonly line: number
  /** Of its mark, which may be above a whole function. */
  readonly mark: number
  /** From its own mark, if it has one, to the end of its statement. */
  readonly lines: readonly [first: number, last: number]
  readonly test: string
  /** What is guarded, in the source, and what breaks it. */
  readonly start: number
  readonly end: number
  readonly open: string
}

export interface Marks {
  readonly guards: readonly Guard[]
  /** Sentences with file and line. */
  readonly problems: readonly string[]
}

const sources = '{contract,client,analyzers,server,web}/src/**/*.{ts,tsx}'

const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Those of the whole checkout. */
export function readMarks(): Marks {
  const tests = new Set(paths('{contract,client,analyzers,server,web}/**/*.test.ts'))
  const all = paths(sources)
    .filter((file) => !isTest(file))
    .map((file) => marksIn(file, readFileSync(join(root, file), 'utf8'), (test) => tests.has(test)))
  return {
    guards: all.flatMap(({ guards }) => guards),
    problems: all.flatMap(({ problems }) => problems),
  }
}

const paths = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .sort()

const mark = /^[ \t]*\/\/ guard(s?)\b(.*)$/gm
const form = /^(?: \(open = (.+)\))?: (\S+\.test\.ts)$/

export function marksIn(file: string, source: string, isThere: (test: string) => boolean): Marks {
  const found = [...source.matchAll(mark)]
  if (found.length === 0) return { guards: [], problems: [] }
  const nodes = nodesOf(file, source)
  const guards = new Map<number, Guard>()
  const problems: string[] = []
  // One that has its own mark keeps it, also in a marked function.
  for (const { 0: text, 1: many, 2: rest = '', index } of found.toSorted(singleFirst)) {
    const line = lineOf(source, index)
    const problem = (what: string) => problems.push(`${file}:${line}: ${what}`)
    const [, said, named = ''] = form.exec(rest) ?? []
    const test = named.includes('/') ? named : joinPath(folderOf(file), named)
    if (named === '' || (many && said)) {
      problem(`this is not how guards are marked: ${text.trim()}`)
      continue
    }
    if (!isThere(test)) {
      problem(`there is no test file ${test}`)
      continue
    }
    const spots = (many ? spotsAfter : spotAfter)(source, nodes, index + text.length)
    if (spots.length === 0) problem('nothing that can be broken follows this mark')
    for (const { start, end, first, last, ...spot } of spots) {
      const open = said ?? spot.open
      const own = lineOf(source, first)
      const lines = [many ? own : line, lineOf(source, last)] as const
      const guard = { file, line: own, mark: line, lines, test, start, end, open: open ?? '' }
      if (open === undefined) problem('say what stands in its place: (open = …)')
      else if (!parsed(file, broke(source, guard)))
        problem(`broken, this is not a program: ${shown(source, guard)} → ${open}`)
      else if (!guards.has(start)) guards.set(start, guard)
    }
  }
  return { guards: [...guards.values()].sort((a, b) => a.start - b.start), problems }
}

const singleFirst = (a: RegExpExecArray, b: RegExpExecArray) =>
  (a[1] ?? '').length - (b[1] ?? '').length || a.index - b.index

/** The source without its guard. */
export const broke = (source: string, { start, end, open }: Omit<Guard, 'test'>) =>
  source.slice(0, start) + (/^(?:\.|$)/.test(open) ? open : `(${open})`) + source.slice(end)

export const nameOf = ({ file, line }: Pick<Guard, 'file' | 'line'>) => `${file}:${line}`

/** On one line, for people. */
export const shown = (source: string, { start, end }: Pick<Guard, 'start' | 'end'>) =>
  source.slice(start, end).replaceAll(/\s+/g, ' ')

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly parent: Node | undefined
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

function parsed(file: string, source: string) {
  try {
    return parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  } catch {
    return undefined
  }
}

/** Outer ones first. */
function nodesOf(file: string, source: string): Node[] {
  const nodes: Node[] = []
  const visit = (value: unknown, parent: Node | undefined) => {
    if (Array.isArray(value)) for (const each of value) visit(each, parent)
    if (!isNode(value)) return
    const node = { ...value, parent }
    nodes.push(node)
    for (const child of Object.values(value)) visit(child, node)
  }
  visit(parsed(file, source), undefined)
  return nodes
}

interface Spot {
  readonly start: number
  readonly end: number
  /** Where the guard's code begins and ends. */
  readonly first: number
  readonly last: number
  /** What breaks it; nothing where the mark must say so. */
  readonly open: string | undefined
}

/** The statement below a mark that ends here. */
function after(source: string, index: number): number {
  const [blank = ''] = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*/.exec(source.slice(index)) ?? []
  return index + blank.length
}

/** The whole function below a mark. */
function spotsAfter(source: string, nodes: readonly Node[], index: number): Spot[] {
  const at = after(source, index)
  const whole = nodes.find(({ start, type }) => start === at && type !== 'Program')
  if (!whole) return []
  return nodes
    .filter(({ start, end }) => start >= whole.start && end <= whole.end)
    .filter((node) => node.type === 'IfStatement' && isLeft(node.consequent))
    .flatMap(placed)
}

const leaving = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement']

/** Whether what follows an `if` is not reached through it. */
function isLeft(consequent: unknown): boolean {
  if (!isNode(consequent)) return false
  if (consequent.type !== 'BlockStatement') return leaving.includes(consequent.type)
  return isLeft((consequent.body as Node[]).at(-1))
}

const placed = (node: Node): Spot[] => {
  const spot = spotOf(node)
  return spot ? [{ ...spot, first: node.start, last: node.end }] : []
}

/** The guard below a mark. */
function spotAfter(source: string, nodes: readonly Node[], index: number): Spot[] {
  const at = after(source, index)
  if (/^\??\./.test(source.slice(at))) return linkAt(source, nodes, at)
  const here = nodes.filter(({ start }) => start === at)
  const [spot] = here.flatMap(placed)
  if (spot) return [spot]
  const lineEnd = source.indexOf('\n', at)
  // Parentheses are not nodes.
  const inner = at + (/^\(*/.exec(source.slice(at))?.[0].length ?? 0)
  const operand = nodes.find(
    ({ start, end, type }) => start === inner && end <= lineEnd && !type.startsWith('TS'),
  )
  if (!operand) return []
  const { start, end } = operand
  return [{ start, end, first: start, last: end, open: leftOut(operand) }]
}

const rangeOf = ({ start, end }: Node) => ({ start, end })

type Found = Omit<Spot, 'first' | 'last'> | undefined

function spotOf(node: Node): Found {
  switch (node.type) {
    case 'IfStatement':
      return isNode(node.test) ? { ...rangeOf(node.test), open: 'false' } : undefined
    case 'ThrowStatement':
    case 'ForOfStatement':
    case 'ExpressionStatement':
      return { ...rangeOf(node), open: 'void 0' }
    case 'ReturnStatement':
      return valueSpot(node.argument)
    case 'Property':
      return valueSpot(node.value)
    case 'ArrowFunctionExpression':
      return valueSpot(node)
    case 'ExportNamedDeclaration':
      return isNode(node.declaration) ? spotOf(node.declaration) : undefined
    case 'VariableDeclaration': {
      const [first] = node.declarations as Node[]
      return valueSpot(first?.init)
    }
    default:
      return undefined
  }
}

/** Of a function without braces, what it returns. */
function valueSpot(value: unknown): Found {
  if (!isNode(value)) return undefined
  if (value.type !== 'ArrowFunctionExpression') return { ...rangeOf(value), open: undefined }
  const { body } = value
  if (!isNode(body) || body.type === 'BlockStatement') return undefined
  return valueSpot(body)
}

function leftOut({ start, end, parent }: Node): string | undefined {
  if (parent?.type !== 'LogicalExpression') return undefined
  const sides = [parent.left, parent.right].filter(isNode)
  if (!sides.some((side) => side.start === start && side.end === end)) return undefined
  return parent.operator === '&&' ? 'true' : parent.operator === '||' ? 'false' : undefined
}

/** `.where(…)` and the like. */
function linkAt(source: string, nodes: readonly Node[], at: number): Spot[] {
  const name = at + (source[at] === '?' ? 2 : 1)
  const call = nodes.find(
    ({ type, callee }) =>
      type === 'CallExpression' &&
      isNode(callee) &&
      isNode(callee.property) &&
      callee.property.start === name,
  )
  return call ? [{ start: at, end: call.end, first: at, last: call.end, open: '' }] : []
}
