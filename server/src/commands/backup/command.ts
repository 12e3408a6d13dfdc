import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'
import type { Copied } from './copy.ts'
import type { Manifest } from './format.ts'

export interface BackupCommands {
  backup(path: string, passphrase: string | undefined): Promise<Manifest>
  verify(path: string): Promise<Manifest>
  restore(path: string, passphrase: string | undefined): Promise<Manifest>
  copy(to: string, onProgress: (line: string) => void): Promise<Copied>
}

interface Options {
  readonly keyPassphraseFile?: string
  readonly verify?: boolean
}

/** `assay backup` and `assay restore`. */
export function addBackup(
  program: Command,
  commands: BackupCommands,
  write: (line: string) => void,
): void {
  const passphraseOf = async ({ keyPassphraseFile: file }: Options) =>
    file === undefined ? undefined : await readSecret(file)

  program
    .command('backup <file>')
    .description('write a full backup to one file; servers can keep running')
    .option(
      '--key-passphrase-file <file>',
      'include the master key, encrypted with the passphrase in this file; - for standard input',
    )
    .addHelpText(
      'after',
      '\nOnly the owner can read the file. Restore it with: assay restore <file>',
    )
    .action(async (path: string, options: Options) => {
      const passphrase = await passphraseOf(options)
      const manifest = await commands.backup(path, passphrase)
      write(`${path}: ${summary(manifest)}`)
      printLosses(manifest)
      if (passphrase === undefined)
        write(
          'The backup does not contain the master key. Store a copy separately; restoring needs both.',
        )
    })
  program
    .command('restore <file>')
    .description('restore a backup into an empty installation (SQLite or PostgreSQL)')
    .option('--verify', 'verify the backup without restoring it')
    .option(
      '--key-passphrase-file <file>',
      'with the passphrase of the master key; - reads it from standard input',
    )
    .addHelpText('after', '\nStop all servers first. The database and data folder must be empty.')
    .action(async (path: string, options: Options) => {
      if (options.verify) {
        const manifest = await commands.verify(path)
        write(`${path} is intact: ${summary(manifest)}`)
        return printLosses(manifest)
      }
      const manifest = await commands.restore(path, await passphraseOf(options))
      write(`Restored ${summary(manifest)}`)
      printLosses(manifest)
      write('All users must sign in again. API keys keep working.')
    })
  program
    .command('copy')
    .description('copy all data to another, empty database: SQLite to PostgreSQL or back')
    .option('--to <target>', 'postgres://user:password@host/name, or sqlite:/data/folder')
    .option(
      '--to-file <file>',
      'read the target from a file, so other users cannot see the password; - for standard input',
    )
    .addHelpText('after', '\nStop all servers first. Run an interrupted copy again to resume it.')
    .action(async ({ to, toFile }: { to?: string; toFile?: string }) => {
      if ((to === undefined) === (toFile === undefined))
        throw new Error('Specify the target with --to or --to-file')
      const copied = await commands.copy(to ?? (await readSecret(toFile ?? '')), write)
      write(`Copied and verified ${copied.rows} rows and ${copied.files} files.`)
      printLosses(copied)
      write(copied.advice)
    })
}

function summary({ tables, files, schema, version }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `rows: ${rows}, files: ${files.count} (${files.bytes} bytes), created by version ${version} (schema ${schema}).`
}

const shown = 10

function printLosses({ missing, damaged }: Pick<Manifest, 'missing' | 'damaged'>): void {
  const report = (hashes: readonly string[], what: string) => {
    if (hashes.length === 0) return
    const more = hashes.length > shown ? ' …' : ''
    process.stderr.write(
      `${hashes.length} files ${what}: ${hashes.slice(0, shown).join(' ')}${more}\n`,
    )
  }
  report(missing, 'were missing from the file store at backup time')
  report(damaged, 'were corrupt in the file store at backup time')
}
