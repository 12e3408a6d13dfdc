import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'
import type { Imported } from './request.ts'

export type ImportFrom = (
  url: string,
  key: string,
  onProgress: (line: string) => void,
) => Promise<Imported>

/** `assay import cortex`. */
export function addImport(program: Command, importFrom: ImportFrom, write: (line: string) => void) {
  program
    .command('import')
    .description('bring along what another system holds')
    .command('cortex')
    .description('organizations, users, analyzers, responders and jobs of a running Cortex')
    .requiredOption('--url <url>', 'its address')
    .option(
      '--key-file <file>',
      'API key of a superadmin there (also CORTEX_KEY); - is standard input',
    )
    .addHelpText('after', '\nRun it as often as you like: what is here already is left alone.')
    .action(async ({ url, keyFile }: { url: string; keyFile?: string }) => {
      const key = keyFile === undefined ? process.env.CORTEX_KEY : await readSecret(keyFile)
      if (!key)
        throw new Error(
          'Give the key of a superadmin of the other server in --key-file or CORTEX_KEY',
        )
      const { organizations, users, workers, jobs, left } = await importFrom(url, key, write)
      write(
        `New here: ${organizations} organizations, ${users} users, ${workers} analyzers and responders, ${jobs} jobs.`,
      )
      if (left.length > 0) write(`Not carried, ${left.length}:`)
      for (const line of left) write(`- ${line}`)
    })
}
