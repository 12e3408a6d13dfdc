// `npm run try -- hash 44d88612fea8a8f36de82e1278abb02f`: one analyzer, one observable, the report.
// The analyzer is a folder of analyzers/src, the path of a module, or the JSON definition of a program
// in any language. `-c name=value` configures it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Runnable } from '@assay/analyzers'
import { runAnalyzer, type Trial } from '@assay/analyzers/try'
import { detect } from '@assay/contract/detect'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    type: { type: 'string', short: 't' },
    config: { type: 'string', short: 'c', multiple: true, default: [] },
    network: { type: 'boolean', default: false },
    private: { type: 'string', multiple: true, default: [] },
  },
})
const [name, observable] = positionals
if (name === undefined || observable === undefined) {
  console.error(
    'npm run try -- <folder, module or definition.json> <text or file> [-t type] [-c name=value] [--network] [--private address]',
  )
  process.exit(2)
}

type Item = { readonly type: string; readonly multi?: boolean }

/** As the page would: numbers and booleans as such, an item that is a list may be repeated. */
function readConfig(items: Readonly<Record<string, Item>>): Record<string, unknown> {
  const config: Record<string, unknown> = {}
  for (const pair of values.config) {
    const [key = '', ...rest] = pair.split('=')
    const text = rest.join('=')
    const item = items[key]
    if (!item) throw new Error(`There is no setting ${key}`)
    const isText = ['string', 'text', 'resource'].includes(item.type)
    const value = isText ? text : JSON.parse(text)
    config[key] = item.multi ? [...((config[key] as unknown[]) ?? []), value] : value
  }
  return config
}

function trialOf(text: string, takesFiles: boolean, isResponder: boolean): Trial {
  if (isResponder)
    return { dataType: values.type ?? 'thehive:case_artifact', data: JSON.parse(text) }
  if (takesFiles && existsSync(text))
    return { dataType: 'file', file: readFileSync(text), filename: basename(text) }
  const { dataType, value } = detect(text)
  return values.type === undefined
    ? { dataType, data: value }
    : { dataType: values.type, data: text }
}

async function tryModule(text: string): Promise<{ success: boolean }> {
  const own = ['analyzer.ts', 'responder.ts']
    .map((part) => new URL(`../analyzers/src/${name}/${part}`, import.meta.url))
    .find((url) => existsSync(url))
  const module: { analyzer?: Runnable; responder?: Runnable } = await import(
    (own ?? pathToFileURL(resolve(name ?? ''))).href
  )
  const runnable = module.analyzer ?? module.responder
  if (!runnable) throw new Error(`${name} exports neither "analyzer" nor "responder"`)
  const trial = trialOf(text, runnable.dataTypes.includes('file'), runnable.type === 'responder')
  const config = readConfig(runnable.configuration)
  const { files, printed, ...report } = await runAnalyzer(runnable, {
    ...trial,
    config,
    mayUseNetwork: values.network,
    privateTargets: values.private,
  })
  console.log(JSON.stringify(report, null, 2))
  for (const line of printed) console.error(line)
  for (const [file, bytes] of Object.entries(files)) console.error(`${file}: ${bytes.length} bytes`)
  return report
}

/** A program, in a job folder as the engine makes it; without its limits and its sandbox. */
function tryProgram(path: string, text: string): { success: boolean } {
  const definition = JSON.parse(readFileSync(path, 'utf8'))
  const root = dirname(dirname(resolve(path)))
  const { file, ...trial } = trialOf(text, definition.dataTypeList.includes('file'), false)
  const items = (definition.configurationItems ?? []).map((item: Item & { name: string }) => [
    item.name,
    item,
  ])
  const config = { ...definition.config, ...readConfig(Object.fromEntries(items)) }
  const folder = mkdtempSync(join(tmpdir(), 'assay-try-'))
  try {
    mkdirSync(join(folder, 'input'))
    mkdirSync(join(folder, 'output'))
    if (file !== undefined) writeFileSync(join(folder, 'input', 'attachment'), file)
    const input = { tlp: 2, pap: 2, message: '', parameters: {}, ...trial, config }
    const document = file === undefined ? input : { ...input, file: 'attachment' }
    writeFileSync(join(folder, 'input', 'input.json'), JSON.stringify(document))
    const { error, status } = spawnSync(join(root, definition.command), [folder], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (error) throw error
    const output = join(folder, 'output', 'output.json')
    if (!existsSync(output)) throw new Error(`It left no output.json (exit code ${status})`)
    const report = JSON.parse(readFileSync(output, 'utf8'))
    console.log(JSON.stringify(report, null, 2))
    return report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const started = performance.now()
const report = name.endsWith('.json') ? tryProgram(name, observable) : await tryModule(observable)
console.error(`${basename(name)} took ${Math.round((performance.now() - started) * 10) / 10} ms`)
process.exitCode = report.success ? 0 : 1
