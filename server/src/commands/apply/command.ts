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
      'create and update organizations, users, analyzers, rules, mailboxes and more from a file',
    )
    .requiredOption('-f, --file <file>', 'YAML file; see docs/move-in.md')
    .option('--url <url>', 'server URL', 'http://127.0.0.1:9001')
    .option(
      '--key-file <file>',
      'file with a superadmin API key (also ASSAY_KEY); - for standard input',
    )
    .option('--dry-run', 'print the changes without making them')
    .addHelpText(
      'after',
      '\nObjects missing from the file are left unchanged. Applying the same file again changes nothing.',
    )
    .action(async (options: Options) => {
      const { readTenancy } = await import('./tenancy.ts')
      const { resolveReferences } = await import('./references.ts')
      const { applyTenancy } = await import('./apply.ts')
      const text = await readFile(options.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        throw new Error(`Cannot read ${options.file}: ${error.code}`)
      })
      const read = readTenancy(text)
      const { resolved, problems } =
        read.problems.length > 0
          ? { resolved: read.tenancy, problems: read.problems }
          : resolveReferences(read, options.file, process.env)
      if (problems.length > 0)
        throw new Error(
          `Invalid file ${options.file}:\n${problems.map((one) => `  ${one}`).join('\n')}`,
        )
      const key = options.keyFile ? await readSecret(options.keyFile) : process.env.ASSAY_KEY
      if (!key) throw new Error('Pass a superadmin API key with --key-file or ASSAY_KEY')
      const { url, dryRun: isDryRun = false } = options
      const { created, changed, unchanged } = await applyTenancy({
        tenancy: resolved,
        url,
        key,
        isDryRun,
        write,
      })
      const would = isDryRun ? 'would be ' : ''
      write(`${created} ${would}created, ${changed} ${would}changed, ${unchanged} unchanged.`)
    })
}
