import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** One module for all: `data` says what to do. */
export async function run(input, context) {
  switch (input.data) {
    case 'throw':
      throw new TypeError('the analyzer is broken')
    case 'crash':
      setImmediate(() => {
        throw new Error('outside of every promise')
      })
      return new Promise(() => {})
    case 'exit':
      return process.exit(5)
    case 'hang':
      writeFileSync(join(context.folder, 'output', 'pid'), 'busy')
      for (;;);
    case 'memory': {
      const kept = []
      for (;;) kept.push(new Array(1_000_000).fill(kept.length + 0.5))
    }
    case 'folder': {
      const kept = JSON.parse(readFileSync(join(context.folder, 'input', 'input.json'), 'utf8'))
      const names = readdirSync(context.folder).sort()
      return { success: true, full: { input: kept, names } }
    }
    case 'print':
      context.print('one line')
      return { success: true, full: {} }
    case 'environment':
      return { success: true, full: { names: Object.keys(process.env) } }
    default:
      return { success: true, full: { input }, summary: {}, artifacts: [], operations: [] }
  }
}
