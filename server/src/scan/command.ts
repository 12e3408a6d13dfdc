import { type Command, InvalidArgumentError } from 'commander'
import type { Options } from './scan.ts'

const collect = (value: string, all: string[] = []) => [...all, ...value.split(',')]
const repeat = (value: string, all: string[] = []) => [...all, value]

/** `assay scan`: analyzes without a server, or with one. */
export function addScan(program: Command, privateTargets: () => readonly string[]): void {
  program
    .command('scan')
    .description('analyze observables and files here and now, without a server')
    .argument('[observable...]', 'addresses, names, hashes, files; from standard input without any')
    .option('-a, --analyzer <names>', 'only these, such as url,domain; repeatable', collect)
    .option('-t, --type <type>', 'type of the observables, instead of detecting it')
    .option('--tlp <level>', 'white, green, amber or red', readTlp, 2)
    .option('--json', 'print everything as JSON')
    .option('--markdown', 'print a table in Markdown, defanged')
    .option('--network', 'also run analyzers that ask others')
    .option(
      '--depth <n>',
      'how deep to look into what is found (files: into all in them, others: 0)',
      readCount,
    )
    .option('--timeout <seconds>', 'for each analysis', readCount, 60)
    .option('--set <analyzer.item=value>', 'a setting of an analyzer; repeatable', repeat)
    .option('--samples', 'show what is found in harmless samples of every kind')
    .option('--stdin-file <name>', 'standard input is a file of this name')
    .option('--server <url>', 'use the analyzers of a server')
    .option('--key <key>', 'API key for the server')
    .option('--key-file <file>', 'file with the API key, which other users cannot see')
    .addHelpText(
      'after',
      '\nExit code: 0 nothing stands out, 1 suspicious or malicious, 2 error, not judged or not everything examined.',
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
  if (level < 0) throw new InvalidArgumentError('It is white, green, amber or red.')
  return level
}

function readCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}
