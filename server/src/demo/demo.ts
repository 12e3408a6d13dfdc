import type { Deps } from '../deps.ts'
import { demoState } from '../identity/setup/demo-mark.ts'
import { fillDemo } from './fill.ts'
import { demoUsers } from './users.ts'

export { clearOutdated, demoConfig } from './data-folder.ts'
export { startLive } from './live.ts'
export { demoUsers }

/** What is already there stays, with whatever visitors have made of it. */
export async function fillOnce(deps: Deps): Promise<void> {
  if ((await demoState(deps.db)) !== 'filled') await fillDemo(deps)
}

const width = Math.max(...demoUsers.map(({ login, password }) => login.length + password.length))

/** What a person must know who has just started it. */
export const introduction: readonly string[] = [
  'Demo with sample data. Sign in as',
  ...demoUsers.map(({ login, password, description }) => {
    const credentials = `${login} / ${password}`.padEnd(width + 3)
    return `  ${credentials}  ${description}`
  }),
]
