import { Compiler, initSync, type Rules } from '@virustotal/yara-x'
import { fail, type ResourceFile } from '../kit/index.ts'
import { readPackageFile } from '../kit/package-file.ts'
import { compileProblem } from './compile-problem.ts'
import { sourceOf } from './rule-files.ts'

export interface Match {
  readonly identifier: string
  readonly namespace: string
  readonly tags: readonly string[]
  readonly metadata: readonly { readonly identifier: string; readonly value: unknown }[]
  readonly patterns: readonly {
    readonly identifier: string
    readonly matches: readonly { readonly offset: number; readonly length: number }[]
  }[]
}

export interface Unusable {
  readonly file: string
  readonly reason: string
}

/** The index stays when another file is left out: it tells own rules from starter rules. */
type Source = ReturnType<typeof sourceOf> & { readonly index: number }

export interface Compiled {
  readonly stamp: string
  readonly rules: Rules
  readonly unusable: readonly Unusable[]
}

const maxMatchesOfPattern = 20
/** One set per thread: compiled rules live in the memory of WebAssembly, which only grows. */
let compiled: Compiled | undefined
let isReady = false

/** Kept until one of the files changes: the next job after a change sees it. */
export function compile(files: readonly ResourceFile[]): Compiled {
  start()
  // With the names: equal files of two organizations are one file, and the report shows its name.
  const stamp = files.map(({ name, stamp: of }) => `${name}\n${of}`).join('\n')
  if (compiled?.stamp === stamp) return compiled
  forget()
  const sources = files.map((file, index) => ({ ...sourceOf(file), index }))
  const whole = build(sources)
  compiled = { stamp, ...('rules' in whole ? { ...whole, unusable: [] } : withoutBroken(sources)) }
  return compiled
}

/** What one file gets wrong does not take the rules of the others away. */
function withoutBroken(sources: readonly Source[]): Omit<Compiled, 'stamp'> {
  const unusable: Unusable[] = []
  const good = sources.filter((source) => {
    const alone = build([source])
    if ('rules' in alone) alone.rules.free()
    else unusable.push({ file: source.name, reason: alone.reason })
    return 'rules' in alone
  })
  const [first] = unusable
  if (good.length === 0) fail(`None of the rules can be used. ${first?.file}: ${first?.reason}`)
  const built = build(good)
  return 'rules' in built
    ? { rules: built.rules, unusable }
    : fail(`The rules cannot be used together: ${built.reason}`)
}

/** Each file is a namespace of its own: two of them may have a rule of the same name. */
function build(sources: readonly Source[]): { rules: Rules } | { reason: string } {
  const compiler = new Compiler()
  try {
    for (const { index, name, text } of sources) {
      compiler.newNamespace(`${index}:${name}`)
      compiler.addSource(text)
    }
    return { rules: compiler.build() }
  } catch (error) {
    return { reason: compileProblem(messageOf(error)) }
  } finally {
    compiler.free()
  }
}

/**
 * Without a time limit of its own: `setTimeoutMs` does nothing in WebAssembly (1.20.0). A rule that
 * loops is ended with its thread, at the deadline of the job.
 */
export function scan({ rules }: Compiled, bytes: Uint8Array): readonly Match[] {
  const scanner = rules.scanner()
  try {
    scanner.setMaxMatchesPerPattern(maxMatchesOfPattern)
    return (scanner.scan(bytes) as { matches: Match[] }).matches
  } catch {
    // After a trap nothing in its memory is certain: the rules are compiled anew for the next file.
    compiled = undefined
    return fail('YARA could not scan the file with these rules')
  } finally {
    if (compiled) scanner.free()
  }
}

function start() {
  if (isReady) return
  initSync({ module: readPackageFile('@virustotal/yara-x', 'yara_x_js_bg.wasm') })
  isReady = true
}

function forget() {
  compiled?.rules.free()
  compiled = undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
