import { open, writeFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'
import { terminalText } from '../terminal-text.ts'
import { type ImportReport, reportLines } from './report.ts'
import type { ImportOptions } from './request.ts'

/** Options of both imports. */
export interface ImportRequest {
  readonly url: string
  readonly source: string | undefined
  readonly caFile: string | undefined
  readonly timeoutMs: number
  readonly maxRate: number
  readonly options: ImportOptions
  onProgress(line: string): void
}

export interface ImportCommands {
  cortex(request: ImportRequest): Promise<ImportReport>
  thehive(request: ImportRequest): Promise<ImportReport>
}

interface Given {
  readonly url: string
  readonly key: readonly string[]
  readonly keyFile: readonly string[]
  readonly organization: readonly string[]
  readonly since?: string
  readonly dryRun?: boolean
  readonly apiKeys?: boolean
  readonly superadmins?: boolean
  readonly refresh?: boolean
  readonly into?: string
  readonly report?: string
  readonly caFile?: string
  readonly source?: string
  readonly timeout: string
  readonly maxRate: string
}

/** When all is done but something could not be read this time. */
const unfinishedCode = 2

/** `assay import cortex` and `assay import thehive`. */
export function addImport(
  program: Command,
  imports: ImportCommands,
  write: (line: string) => void,
): void {
  const command = program
    .command('import')
    .description('import from Cortex or TheHive; the server can keep running')
  const cortex = command
    .command('cortex')
    .description(
      'import organizations, users, analyzers, responders and jobs from a running Cortex',
    )
    .option('--api-keys', "also import users' API keys; requires the key of a superadmin")
    .option(
      '--superadmins',
      "also import superadmins: the other server's operator then decides who administers this one",
    )
  const thehive = command
    .command('thehive')
    .description(
      'import cases, tasks, logs, observables, alerts and their definitions from a running TheHive',
    )
    .option('--refresh', 'also import additions to already imported cases and alerts')
    .option('--into <organization>', 'target organization, if its name differs')
  for (const [one, run] of [
    [cortex, imports.cortex],
    [thehive, imports.thehive],
  ] as const)
    withCommonOptions(one).action(async (given: Given) => {
      const request = await requestOf(given)
      if (given.report !== undefined) await tryReport(given.report)
      const report = await run(request)
      for (const line of reportLines(report)) write(terminalText(line))
      if (given.report !== undefined)
        await writeFile(given.report, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 })
      if (report.unfinished) process.exitCode = unfinishedCode
    })
}

const collected = (value: string, before: readonly string[]) => [...before, value]

const withCommonOptions = (command: Command): Command =>
  command
    .requiredOption('--url <url>', 'URL of the other server; use the same one for every run')
    .option(
      '--key <key>',
      'API key of the other server, one per organization; visible to other users',
      collected,
      [],
    )
    .option(
      '--key-file <file>',
      'file with API keys, one per line; - for standard input',
      collected,
      [],
    )
    .option('--organization <name>', 'import only this organization; repeatable', collected, [])
    .option(
      '--since <date>',
      'import only jobs, cases and alerts created since, such as 2025-01-31',
    )
    .option('--dry-run', 'count what would be imported, change nothing')
    .option('--report <file>', 'also write the report as JSON')
    .option('--ca-file <file>', 'CA certificate of the other server')
    .option('--source <name>', 'name of the other server, if its URL changes between runs')
    .option('--timeout <seconds>', 'response timeout', '60')
    .option('--max-rate <calls>', 'maximum requests per second', '20')
    .addHelpText(
      'after',
      '\nKeys are also read from ASSAY_IMPORT_KEY, separated by spaces.\n' +
        'Run it again at any time: it resumes where it stopped and imports nothing twice.',
    )

async function requestOf(given: Given): Promise<ImportRequest> {
  const { url, source, caFile, dryRun = false, apiKeys = false, refresh = false, into } = given
  const { superadmins = false } = given
  return {
    url,
    source,
    caFile,
    timeoutMs: 1000 * numberOf('--timeout', given.timeout),
    maxRate: numberOf('--max-rate', given.maxRate),
    options: {
      keys: await keysOf(given),
      organizations: given.organization,
      since: given.since === undefined ? undefined : momentOf(given.since),
      dryRun,
      apiKeys,
      superadmins,
      refresh,
      into,
    },
    onProgress: (line) => void process.stderr.write(`${terminalText(line)}\n`),
  }
}

async function keysOf({ key, keyFile }: Given): Promise<string[]> {
  if (key.length > 0)
    process.stderr.write(
      'Other users on this machine can see a key in --key. Use --key-file or ASSAY_IMPORT_KEY instead.\n',
    )
  const files = await Promise.all(keyFile.map(readSecret))
  const texts =
    key.length + files.length > 0 ? [...key, ...files] : [process.env.ASSAY_IMPORT_KEY ?? '']
  const keys = texts.flatMap((text) => text.split(/\s+/)).filter((one) => one !== '')
  if (keys.length === 0)
    throw new Error(
      'Pass an API key of the other server with --key-file, ASSAY_IMPORT_KEY or --key',
    )
  if (keys.some((one) => !/^[\x21-\x7e]+$/.test(one)))
    throw new Error('--key: a key may contain visible ASCII characters only')
  return [...new Set(keys)]
}

function momentOf(text: string): number {
  const moment = /^\d{12,14}$/.test(text) ? Number(text) : Date.parse(text)
  if (!Number.isFinite(moment) || moment < 0)
    throw new Error(`--since must be a date such as 2025-01-31 or 2025-01-31T08:00Z, not ${text}`)
  return moment
}

function numberOf(option: string, text: string): number {
  const number = Number(text)
  if (!(number > 0 && number <= 86_400)) throw new Error(`${option} must be a number above 0`)
  return number
}

/** Before hours of work, not after them. */
async function tryReport(path: string): Promise<void> {
  const file = await open(path, 'a', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--report: ${path} cannot be written: ${error.code ?? error.message}`)
  })
  await file.close()
}
