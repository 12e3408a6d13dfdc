import { type Command, InvalidArgumentError } from 'commander'
import type { Options } from './scan.ts'

const collect = (value: string, all: string[] = []) => [...all, ...value.split(',')]
const repeat = (value: string, all: string[] = []) => [...all, value]

/** `assay scan`: analyzes without a server, or with one. */
export function addScan(program: Command, privateTargets: () => readonly string[]): void {
  program
    .command('scan')
    .description('analyze observables and files locally, without a server')
    .argument(
      '[observable...]',
      'IP addresses, domains, URLs, hashes, files (default: standard input)',
    )
    .option('-a, --analyzer <names>', 'run only these, such as url,domain; repeatable', collect)
    .option('-t, --type <type>', 'observable type (default: detected)')
    .option('--tlp <level>', 'TLP: white, green, amber or red', readTlp, 2)
    .option('--json', 'print the full result as JSON')
    .option('--markdown', 'print a defanged Markdown table')
    .option('--network', 'also run analyzers that query external services')
    .option(
      '--depth <n>',
      'depth for analyzing nested observables (default: unlimited for files, else 0)',
      readCount,
    )
    .option('--timeout <seconds>', 'limit per analysis', readCount, 60)
    .option('--set <analyzer.item=value>', 'analyzer setting; repeatable', repeat)
    .option('--samples', 'scan built-in harmless samples of every kind')
    .option('--stdin-file <name>', 'treat standard input as a file with this name')
    .option('--server <url>', 'run the analyzers of this server')
    .option('--key <key>', 'API key for the server')
    .option('--key-file <file>', 'file with the API key, hidden from other users')
    .addHelpText(
      'after',
      '\nExit code: 0 nothing found, 1 suspicious or malicious, 2 error, no verdict or incomplete.',
    )
    // A mistyped option must not look like a finding.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2))
    .action(async (values: string[], options: Omit<Options, 'privateTargets'>) => {
      try {
        const { scan } = await import('./scan.ts')
        process.exitCode = await scan(values, { ...options, privateTargets: privateTargets() })
      } catch (error) {
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
        process.exitCode = 2
      }
    })
}

const tlpNames = ['white', 'green', 'amber', 'red']

function readTlp(text: string): number {
  const name = text.toLowerCase().replace('clear', 'white').replace(/^tlp:/, '')
  const level = /^[0-3]$/.test(name) ? Number(name) : tlpNames.indexOf(name)
  if (level < 0) throw new InvalidArgumentError('Use white, green, amber or red.')
  return level
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Use a whole number.')
  return Number(text)
}
