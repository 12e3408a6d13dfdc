// In which order test files run: the long ones first, so none of them runs alone at the end while the
// other workers have nothing to do. A file that is not recorded yet counts as long.
import { relative, sep } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { projects } from './test-tiers.ts'
import { knownTimes } from './test-times.ts'

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = knownTimes()
    const wallMs = ({ moduleId }: TestSpecification) => {
      const path = relative(this.ctx.config.root, moduleId).split(sep).join('/')
      return times[path]?.wallMs ?? Number.MAX_SAFE_INTEGER
    }
    // One project after the other: a worker that changes the project starts again.
    // What takes longest to say something goes last: there may be no time for it, see test-runner.ts.
    const byProject = Map.groupBy(files, ({ project }) => project.name)
    return projects.flatMap((name) =>
      (byProject.get(name) ?? []).toSorted((a, b) => wallMs(b) - wallMs(a)),
    )
  }
}
