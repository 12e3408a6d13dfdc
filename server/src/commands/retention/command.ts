import type { RetentionPreview } from '@assay/contract'
import type { Command } from 'commander'

export interface RetentionRequest {
  readonly organization?: string
  readonly isDryRun: boolean
}

export interface RetentionResult {
  /** Of a dry run, by organization. */
  readonly previews?: ReadonlyMap<string, RetentionPreview>
  readonly removed?: number
}

/** `assay retention`. */
export function addRetention(
  program: Command,
  run: (request: RetentionRequest) => Promise<RetentionResult>,
  write: (line: string) => void,
): void {
  program
    .command('retention')
    .description('delete expired jobs now; servers do this every ten minutes')
    .option('--dry-run', 'count what would be deleted, delete nothing')
    .option('--organization <name>', 'only this organization (default: all)')
    .action(
      async ({ dryRun = false, organization }: { dryRun?: boolean; organization?: string }) => {
        const { previews, removed } = await run({
          isDryRun: dryRun,
          ...(organization === undefined ? {} : { organization }),
        })
        for (const [name, preview] of previews ?? []) write(`${name}: ${shown(preview)}`)
        if (removed !== undefined) write(`${removed} jobs deleted.`)
      },
    )
}

function shown(preview: RetentionPreview): string {
  const { keptDays, jobs, reports, artifacts, files, bytes, oldest, isComplete } = preview
  if (keptDays === 0) return 'keeps jobs forever'
  const kept = `keeps jobs for ${Math.round(keptDays * 100) / 100} days; `
  if (jobs === 0) return `${kept}nothing to delete`
  const since =
    oldest === undefined ? '' : `, the oldest from ${new Date(oldest).toISOString().slice(0, 10)}`
  return `${kept}${isComplete ? '' : 'at least '}${jobs} jobs, ${reports} reports, ${artifacts} artifacts and ${files} files (${bytes} bytes) would be deleted${since}`
}
