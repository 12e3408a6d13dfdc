import { spawnSync } from 'node:child_process'
import { npm } from '../checkout/places.ts'

/** Throws with what it printed when it fails. */
export function runNpm(args: string[], cwd: string): void {
  const [command = 'npm', ...first] = npm
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--no-update-notifier']
  const { status, stdout, stderr } = spawnSync(command, [...first, ...args, ...options], {
    cwd,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`npm ${args[0]}: ${stdout}${stderr}`)
}
