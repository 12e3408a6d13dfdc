import { isNode, LineCounter, parseDocument } from 'yaml'

export type YamlPath = readonly (string | number)[]

export interface Yaml {
  readonly value: unknown
  /** Its line, or that of the nearest enclosing node. */
  lineOf(path: YamlPath): number
}

/** Never in the words of the parser, which quote the file. */
export type YamlProblem =
  | { readonly problem: 'size' | 'aliases' }
  | {
      readonly problem: 'syntax'
      readonly line: number
      readonly column: number
      readonly code: string
    }

const maxLength = 1024 ** 2

/** The text of a file that people write, YAML or JSON (which is YAML, too), at most 1 MiB. */
export function readYaml(text: string): Yaml | YamlProblem {
  if (text.length > maxLength) return { problem: 'size' }
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  // A warning is refused like an error: `password: !abc` only warns, and would lose the value.
  const [fault] = [...document.errors, ...document.warnings]
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0])
    return { problem: 'syntax', line, column: col, code: fault.code }
  }
  let value: unknown
  try {
    // Aliases multiply: nine lines of nine aliases each would fill the memory. An alias inside its
    // own value makes a ring, and a tag makes a Set or a Buffer; JSON refuses or flattens them.
    value = JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 20 })))
  } catch {
    return { problem: 'aliases' }
  }
  return {
    value,
    lineOf(path) {
      for (let depth = path.length; depth >= 0; depth -= 1) {
        const node = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
        if (isNode(node) && node.range) return lines.linePos(node.range[0]).line
      }
      return 1
    },
  }
}
