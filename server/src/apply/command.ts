import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'

interface Options {
  readonly file: string
  readonly url: string
  readonly keyFile?: string
  readonly dryRun?: boolean
}

/** `assay apply`. */
export function addApply(program: Command, write: (line: string) => void): void {
  program
    .command('apply')
    .description(
      'bring organizations, users, analyzers, responders and webhooks to what a file says',
    )
    .requiredOption('-f, --file <file>', 'YAML; see docs/migrate.md')
    .option('--url <url>', 'address of the server', 'http://127.0.0.1:9001')
    .option('--key-file <file>', 'API key of a superadmin (also ASSAY_KEY); - is standard input')
    .option('--dry-run', 'print what would be done')
    .addHelpText(
      'after',
      '\nWhat the file does not name is left alone. Running it twice changes nothing.',
    )
    .action(async (options: Options) => {
      const { readTenancy } = await import('./tenancy.ts')
      const { resolveReferences } = await import('./references.ts')
      const { applyTenancy } = await import('./apply.ts')
      const text = await readFile(options.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new Error(`${options.file} cannot be read: ${error.code}`)
      })
      const read = readTenancy(text)
      const { resolved, problems } =
        read.problems.length > 0
          ? { resolved: read.tenancy, problems: read.problems }
          : resolveReferences(read, options.file, process.env)
      if (problems.length > 0)
        throw new Error(
          `${options.file} cannot be used:\n${problems.map((one) => `  ${one}`).join('\n')}`,
        )
      const key = options.keyFile ? await readSecret(options.keyFile) : process.env.ASSAY_KEY
      if (!key) throw new Error('Give the key of a superadmin in --key-file or ASSAY_KEY')
      const { url, dryRun: isDryRun = false } = options
      const { created, changed, unchanged } = await applyTenancy({
        tenancy: resolved,
        url,
        key,
        isDryRun,
        write,
      })
      const would = isDryRun ? 'would be ' : ''
      write(
        `${created} ${would}created, ${changed} ${would}changed, ${unchanged} as they should be.`,
      )
    })
}
