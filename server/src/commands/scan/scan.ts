import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { analyze, type Backend } from './analyze.ts'
import { headlineLines } from './headline.ts'
import { findAnalyzer, openLocal } from './local.ts'
import { fileObservable, fromArguments, fromText } from './observables.ts'
import { printJson, printMarkdown, printTable } from './print.ts'
import { exitCodeOf, type ScanObservable } from './results.ts'

/** As on the command line. */
export interface Options {
  readonly analyzer?: string[]
  readonly type?: string
  readonly tlp: number
  readonly json?: true
  readonly markdown?: true
  readonly network?: true
  readonly depth?: number
  readonly timeout: number
  readonly set?: string[]
  readonly stdinFile?: string
  readonly samples?: true
  readonly server?: string
  readonly key?: string
  readonly keyFile?: string
  /** Not an option: the setting `analyzer.privateTargets`. */
  readonly privateTargets: readonly string[]
}

/** Answers the exit code. */
export async function scan(values: readonly string[], options: Options): Promise<number> {
  if (options.samples && (values.length > 0 || options.server !== undefined))
    throw new Error('--samples cannot be combined with observables or --server')
  // Whoever brings their own does not wait for the makers of samples.
  const gallery = options.samples ? await import('./samples.ts') : undefined
  const input = gallery ? await gallery.openSamples() : await readInput(values, options)
  try {
    if (input.observables.length === 0)
      throw new Error(
        'No observables found in the input. Name some (assay scan 8.8.8.8 file.eml), or choose their type with --type',
      )
    const backend = await openBackend(options)
    const isTerminal = process.stderr.isTTY === true
    try {
      const result = await analyze(backend, input.observables, {
        ...depthOf(options),
        parallel: async (next) =>
          options.server !== undefined
            ? 6
            : !options.network && (await isLittle(next))
              ? 1
              : availableParallelism(),
        onProgress: (done, total, analyzer) => {
          if (isTerminal) process.stderr.write(`\r\u001b[K${done}/${total} ${analyzer}`)
        },
      })
      if (isTerminal) process.stderr.write('\r\u001b[K')
      await print(
        options.json
          ? printJson(result)
          : options.markdown
            ? printMarkdown(result)
            : gallery
              ? gallery.printSamples(result)
              : [
                  ...headlineLines(result),
                  '',
                  printTable(result, {
                    columns: process.stdout.isTTY
                      ? process.stdout.columns
                      : Number.POSITIVE_INFINITY,
                    hasColors: process.stdout.hasColors?.() ?? false,
                  }),
                ].join('\n'),
      )
      return exitCodeOf(result)
    } finally {
      await backend.close()
    }
  } finally {
    await input.remove()
  }
}

/** A second thread loads every analyzer once more, which takes longer than the work that it saves. */
const little = { observables: 8, bytes: 256 * 1024 }

async function isLittle(next: readonly ScanObservable[]): Promise<boolean> {
  if (next.length > little.observables) return false
  const sizes = next.map(async ({ path }) => (path === undefined ? 0 : (await stat(path)).size))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) <= little.bytes
}

/** Samples are there to be seen, not to be taken apart: what is inside of them is left alone. */
const depthOf = ({ depth, samples }: Options) =>
  depth === undefined ? (samples ? { depth: 0 } : {}) : { depth }

const print = (text: string) =>
  new Promise<void>((resolve) => process.stdout.write(`${text}\n`, () => resolve()))

const maxInputBytes = 100 * 1024 ** 2

/** Standard input only when nothing is named, so a script without one does not wait for it. */
async function readInput(
  values: readonly string[],
  { type, stdinFile }: Options,
): Promise<{ observables: ScanObservable[]; remove(): Promise<void> }> {
  const nothing = { remove: async () => undefined }
  const names = values.filter((value) => value !== '-')
  if (names.length > 0 && names.length === values.length && stdinFile === undefined)
    return { observables: await fromArguments(names, type), ...nothing }
  if (process.stdin.isTTY) throw new Error('Pass observables as arguments or on standard input')
  const bytes = await buffer(process.stdin)
  if (bytes.length > maxInputBytes) throw new Error('Standard input exceeds the limit of 100 MiB')
  const given = await fromArguments(names, type)
  const found =
    stdinFile === undefined && !looksLikeFile(bytes) ? fromText(bytes.toString('utf8'), type) : []
  // A text in which nothing can be found may be a script: as a file it is looked at.
  const isBlank = bytes.toString('latin1', 0, 65_536).trim() === ''
  if (found.length > 0 || (isBlank && stdinFile === undefined))
    return { observables: [...given, ...found], ...nothing }
  const folder = await mkdtemp(join(tmpdir(), 'assay-stdin-'))
  const path = join(folder, 'stdin')
  await writeFile(path, bytes, { mode: 0o600 })
  return {
    observables: [...given, fileObservable(path, stdinFile ?? 'stdin')],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** By content: bytes that are not text, the headers of a mail, and files that begin as text. */
function looksLikeFile(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 65_536)
  return (
    head.some((byte) => byte < 9 || (byte > 13 && byte < 27)) ||
    head.subarray(0, 1024).includes('%PDF-') ||
    fileBeginnings.test(head.toString('latin1', 0, 200))
  )
}

const fileBeginnings =
  /^(?:\xef\xbb\xbf)?\s{0,100}(?:(?:Return-Path|Received|Delivered-To|From|Date|Subject|To|MIME-Version|X-[\w-]{1,40}): |\{\\rt|<(?:!doctype|html|head|body|script|svg|\?xml|\?php|hta:|job|component)|#!|-----BEGIN |@echo |ID;P|X5O!P%@AP)/i

async function openBackend(options: Options): Promise<Backend> {
  const { server, tlp, analyzer = [] } = options
  const timeoutMs = options.timeout * 1000
  if (server === undefined)
    return openLocal({
      analyzers: analyzer,
      mayUseNetwork: options.network === true && tlp <= 2,
      privateTargets: options.privateTargets,
      tlp,
      timeoutMs,
      settings: readSettings(options.set ?? []),
    })
  const key = options.keyFile
    ? (await readFile(options.keyFile, 'utf8')).trim()
    : (options.key ?? '').trim()
  if (key === '') throw new Error('--server requires --key or --key-file')
  const { openRemote } = await import('./remote.ts')
  return openRemote({ server, key, analyzers: analyzer, tlp, timeoutMs })
}

/** `ip.databases=/data/country.mmdb`; an item that is a list may be given several times. */
function readSettings(pairs: readonly string[]): Map<string, Record<string, unknown>> {
  const settings = new Map<string, Record<string, unknown>>()
  for (const pair of pairs) {
    const [, who = '', item = '', text = ''] = /^([^.=]+)\.([^=]+)=(.*)$/s.exec(pair) ?? []
    if (who === '')
      throw new Error(`--set ${pair}: use analyzer.item=value, such as ip.databases=/data/a.mmdb`)
    const { description } = findAnalyzer(who)
    const spec = description.configuration[item]
    if (!spec) {
      const known = Object.keys(description.configuration).join(', ') || 'none'
      throw new Error(`${description.name} has no setting ${item}. Available: ${known}`)
    }
    const own = settings.get(description.name) ?? {}
    const value =
      spec.type === 'number' ? Number(text) : spec.type === 'boolean' ? text === 'true' : text
    own[item] = spec.multi ? [...((own[item] as unknown[]) ?? []), value] : value
    settings.set(description.name, own)
  }
  return settings
}
