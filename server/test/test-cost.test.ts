import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { costOfTree, costSince } from '../../scripts/test-cost.ts'
import { skipTest } from './skip.ts'

it('the cost of a file includes the programs that it starts', () => {
  if (process.platform !== 'linux')
    skipTest('processor time of programs is read from /proc (Linux)')
  const before = costOfTree()
  // Until it has used this much processor time, however long that takes.
  const script = 'while (process.cpuUsage().user < 500_000);'

  spawnSync(process.execPath, ['-e', script])

  expect(costSince(before).cpuMs).toBeGreaterThanOrEqual(450)
})
