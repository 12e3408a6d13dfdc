import { readFileSync } from 'node:fs'
import { Compiler, initSync } from '@virustotal/yara-x'

/** Two loops over a file of a megabyte: a rule that any organization may write, and hours of work. */
const rule = `rule Loop {
  condition: for all i in (0..filesize) : (for all j in (0..filesize) : (i + j >= 0))
}`

export function run() {
  const wasm = new URL('yara_x_js_bg.wasm', import.meta.resolve('@virustotal/yara-x'))
  initSync({ module: readFileSync(wasm) })
  const compiler = new Compiler()
  compiler.addSource(rule)
  compiler.build().scan(new Uint8Array(1_000_000))
  return { success: true, full: {} }
}
