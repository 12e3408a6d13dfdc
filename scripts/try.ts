// `npm run try -- hash 44d88612fea8a8f36de82e1278abb02f`: one analyzer, one observable, the report.
// The analyzer is a folder of analyzers/src or the path of a module; `-c name=value` configures it.
import { existsSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Runnable } from '@assay/analyzers'
import { runAnalyzer } from '@assay/analyzers/try'
import { detect } from '@assay/contract/detect'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    type: { type: 'string', short: 't' },
    config: { type: 'string', short: 'c', multiple: true, default: [] },
    network: { type: 'boolean', default: false },
  },
})
const [name, observable] = positionals
if (name === undefined || observable === undefined) {
  console.error(
    'npm run try -- <analyzer folder or module> <text or file> [-t type] [-c name=value] [--network]',
  )
  process.exit(2)
}

const own = new URL(`../analyzers/src/${name}/analyzer.ts`, import.meta.url)
const module: { analyzer?: Runnable; responder?: Runnable } = await import(
  existsSync(own) ? own.href : pathToFileURL(resolve(name)).href
)
const runnable = module.analyzer ?? module.responder
if (!runnable) throw new Error(`${name} exports neither "analyzer" nor "responder"`)

const trial = () => {
  if (runnable.type === 'responder')
    return { dataType: values.type ?? 'thehive:case_artifact', data: JSON.parse(observable) }
  if (runnable.dataTypes.includes('file') && existsSync(observable))
    return { dataType: 'file', file: readFileSync(observable), filename: basename(observable) }
  const { dataType, value } = detect(observable)
  return values.type ? { dataType: values.type, data: observable } : { dataType, data: value }
}

// As the page would: numbers and lists in JSON, everything else as text; a list item may be repeated.
const config: Record<string, unknown> = {}
for (const pair of values.config) {
  const [key = '', ...rest] = pair.split('=')
  const text = rest.join('=')
  const item = runnable.configuration[key]
  const value = item?.type === 'number' || item?.type === 'boolean' ? JSON.parse(text) : text
  config[key] = item?.multi ? [...((config[key] as unknown[]) ?? []), value] : value
}

const started = performance.now()
const { files, printed, ...report } = await runAnalyzer(runnable, {
  ...trial(),
  config,
  mayUseNetwork: values.network,
})
console.log(JSON.stringify(report, null, 2))
for (const line of printed) console.error(line)
for (const [file, bytes] of Object.entries(files))
  console.error(`file ${file}: ${bytes.length} bytes`)
console.error(`${runnable.name} took ${Math.round((performance.now() - started) * 10) / 10} ms`)
process.exitCode = report.success ? 0 : 1
