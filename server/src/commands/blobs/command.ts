import type { Command } from 'commander'
import type { Moved } from '../../storage/blobs/move.ts'

export interface MoveOptions {
  readonly to?: string
  readonly from?: string
}

/** `assay blobs move`. */
export function addBlobs(
  program: Command,
  move: (options: MoveOptions, onProgress: (moved: Moved) => void) => Promise<MoveResult>,
  write: (line: string) => void,
): void {
  program
    .command('blobs')
    .description('manage the store for uploaded files and file artifacts')
    .command('move')
    .description('copy all files from one store to another; servers can keep running')
    .option('--to <url>', 'target: file:/folder, postgres: or s3://bucket/prefix (blobs.url)')
    .option('--from <url>', 'source (default: the current store, blobs.url)')
    .action(async (options: MoveOptions) => {
      const { moved, from, to, isConfigured } = await move(options, (so) => write(progress(so)))
      write(progress(moved))
      for (const sha256 of moved.missing) write(`Missing in ${from}: ${sha256}`)
      for (const sha256 of moved.damaged) write(`Corrupt in ${from}: ${sha256}`)
      if (isConfigured) {
        write(`Files are read from ${to}. Once another run copies nothing, ${from} is no`)
        write('longer needed: remove blobs.formerUrl from the settings, then delete the old store.')
        return
      }
      write(`Now set blobs.url to ${to} and blobs.formerUrl to ${from} on every node, restart`)
      write(`them, then run: assay blobs move --from ${from}`)
      write('It copies the files that were added in the meantime.')
    })
}

export interface MoveResult {
  readonly moved: Moved
  readonly from: string
  readonly to: string
  /** The servers of these settings use the new store already. */
  readonly isConfigured: boolean
}

const progress = ({ copied, bytes, there, missing }: Moved) =>
  `${copied} files copied (${Math.ceil(bytes / 1024 ** 2)} MiB), ${there} already present, ${missing.length} missing`
