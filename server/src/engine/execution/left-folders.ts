import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EngineDeps } from '../deps.ts'
import { removeTree } from '../runners/folder-disk.ts'

/** As `planFolder` names them: the job, and a random part because a job may be run twice. */
const folderName = /^cortex-job-(.+)-[0-9a-f]{16}$/

/**
 * Removes the folders of jobs that no process runs any more: a crash left them behind, or something
 * kept them busy at the end of a run. The age of a folder says nothing, because a living process may
 * run a job in it for an hour; the table does. A job that the table does not know is not ours.
 */
export async function sweepLeftFolders(
  { db, config, jobsFolder, log }: Pick<EngineDeps, 'db' | 'config' | 'jobsFolder' | 'log'>,
  running: readonly string[] = [],
): Promise<number> {
  if (config.job.keepJobFolder) return 0
  const known = new Set(running)
  // The folders first: whatever they belong to was claimed before this look at the table.
  const found = (await readdir(jobsFolder)).flatMap((name) => {
    const jobId = folderName.exec(name)?.[1]
    return jobId === undefined || known.has(jobId) ? [] : [{ name, jobId }]
  })
  let removed = 0
  for (const { name, jobId } of found) {
    const job = await db
      .selectFrom('jobs')
      .select('status')
      .where('id', '=', jobId)
      .executeTakeFirst()
    if (!job || job.status === 'InProgress') continue
    await removeTree(join(jobsFolder, name)).then(
      () => {
        removed += 1
      },
      (err: unknown) => log.warn({ err, job: jobId }, 'failed to remove a job folder; will retry'),
    )
  }
  return removed
}
