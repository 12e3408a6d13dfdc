// In which order test files run: the long ones first, so that none of them runs alone at the end while
// the other workers have nothing to do. Vitest itself only knows the size of a file on a fresh clone.
import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those of more than twenty seconds, the longest of each project first; all others follow by size. */
export const longFiles = [
  'journeys/settings.test.ts',
  'journeys/administration.test.ts',
  'journeys/type-panels.test.ts',
  'journeys/value.test.ts',
  'journeys/rights.test.ts',
  'journeys/hostile.test.ts',
  'journeys/case-screens.test.ts',
  'journeys/case-work.test.ts',
  'journeys/investigation.test.ts',
  'journeys/investigation-work.test.ts',
  'journeys/report.test.ts',
  'journeys/access.test.ts',
  'journeys/organizations.test.ts',
  'journeys/activity.test.ts',
  'journeys/nodes.test.ts',
  // These wait more than they work, so they cost other files nothing.
  'server/test/security/attacks-sign-in.test.ts',
  'server/test/cluster/failure-matrix-outage.test.ts',
  'server/test/cluster/failure-matrix-silence.test.ts',
  'server/test/cluster/cluster-drill.test.ts',
  'server/test/cluster/failure-matrix-unknown-fate.test.ts',
  'server/test/cluster/failure-matrix-stores.test.ts',
  'server/test/cluster/failure-matrix-clocks.test.ts',
  'server/test/security/list-streaming.test.ts',
  'server/test/storage/blob-memory.test.ts',
  'server/test/backup/s3-drill.test.ts',
  'server/test/checkout/commands.test.ts',
  'server/test/security/hostile-client.test.ts',
  'server/test/engine/node-processes.test.ts',
  'server/test/security/outgoing.test.ts',
  'server/test/backup/killed-copy.test.ts',
  'server/test/engine/follow-files-killed.test.ts',
  'server/test/api/permissions.test.ts',
  'server/test/api/attributes.test.ts',
  'server/test/manual/manual.test.ts',
  'server/test/security/attacks-shares.test.ts',
  'server/test/security/attacks-search.test.ts',
  'server/test/security/key-rotation.test.ts',
  'server/test/compatibility/replay.test.ts',
  'server/test/backup/drill.test.ts',
  'server/test/outage/processes.test.ts',
  'server/test/security/search-budget.test.ts',
  'server/test/process.test.ts',
  'server/test/platform/observable-files.test.ts',
  'server/test/storage/migrations.test.ts',
  'server/test/security/attacks-errors.test.ts',
  'server/test/engine/crash-drill.test.ts',
  'server/test/engine/warm-python-runs.test.ts',
  'server/test/engine/resources.test.ts',
  'server/test/scan.test.ts',
  'server/test/demo-content.test.ts',
  'server/test/demo.test.ts',
]

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Of one project after the other, as before: a worker that changes the project starts anew.
    // What takes longest to say something goes last: there may be no time for it, see test-runner.ts.
    const byProject = Map.groupBy(sorted, ({ project }) => project.name)
    return ['unit', 'server', 'journeys'].flatMap((name) =>
      (byProject.get(name) ?? []).toSorted((a, b) => this.#rank(a) - this.#rank(b)),
    )
  }

  #rank({ moduleId }: TestSpecification): number {
    const path = relative(this.ctx.config.root, moduleId).split(sep).join('/')
    const at = longFiles.indexOf(path)
    return at < 0 ? longFiles.length : at
  }
}
