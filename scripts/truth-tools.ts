// `npm run truth:tools [-- folder …] [--max 200]`: compares what the built-in analyzers and the reference tools say
// about files of this machine. Tools that are not installed are named and left out.
import { parseArgs } from 'node:util'
import { findFiles } from './truth/files.ts'
import { type Comparison, comparisons } from './truth/tools.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { max: { type: 'string', default: '100' } },
})
const max = Number(values.max)
const folders =
  positionals.length > 0
    ? positionals
    : ['/usr/bin', '/usr/lib', '/usr/share', '/etc/ssl/certs', 'node_modules']

interface Row {
  readonly tool: string
  readonly fact: string
  equal: number
  other: number
  readonly examples: string[]
}

const maxExamples = 3

async function compare(
  { tool, analyze, ask }: Comparison,
  paths: readonly string[],
): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const path of paths) {
    const theirs = ask(path)
    if (!theirs) continue
    const ours = await analyze(path)
    for (const [fact, expected] of Object.entries(theirs)) {
      const row = rows.get(fact) ?? { tool, fact, equal: 0, other: 0, examples: [] }
      rows.set(fact, row)
      const said = ours?.[fact]
      if (String(said ?? '') === String(expected ?? '')) row.equal += 1
      else {
        row.other += 1
        if (row.examples.length < maxExamples)
          row.examples.push(`${path}: ${short(said)} instead of ${short(expected)}`)
      }
    }
  }
  return [...rows.values()]
}

const short = (value: unknown) => JSON.stringify(value ?? null).slice(0, 100)
const line = (...cells: readonly string[]) =>
  [cells[0]?.padEnd(10), cells[1]?.padEnd(16), cells[2]?.padStart(9), cells[3]?.padStart(9)].join(
    ' ',
  )

const absent: string[] = []
let others = 0
console.log(line('tool', 'fact', 'equal', 'other'))
for (const comparison of comparisons) {
  const { tool, kind, isThere, install } = comparison
  if (!isThere()) {
    absent.push(`${tool} is not installed (${install})`)
    continue
  }
  const paths = findFiles(folders, kind, max)
  const rows = await compare(comparison, paths)
  if (rows.length === 0) console.log(line(tool, `no ${kind} files`, '0', '0'))
  for (const { fact, equal, other, examples } of rows) {
    others += other
    console.log(line(tool, fact, String(equal), String(other)))
    for (const example of examples) console.log(`             ${example}`)
  }
}
for (const reason of absent) console.log(reason)
process.exitCode = others > 0 ? 1 : 0
