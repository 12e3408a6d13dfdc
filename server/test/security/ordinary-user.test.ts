import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished, vi } from 'vitest'
import { builtFile } from '../built.ts'
import { patienceMs } from '../patience.ts'
import { loopback } from '../program.ts'

/** A user without any rights; the tests themselves may run as root. */
const user = 65_534
const mayChange = process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0
const asUser = mayChange
  ? ['setpriv', '--reuid', String(user), '--regid', String(user), '--clear-groups']
  : []

async function startOpenly(more: Record<string, string> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'assay-test-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  // As made by someone who did not think of it.
  chmodSync(root, 0o777)
  if (mayChange) chownSync(root, user, user)
  const main = fileURLToPath(builtFile('main.js') ?? new URL('../../src/main.ts', import.meta.url))
  const [file = '', ...args] = ['/bin/sh', '-c', 'umask 000; exec "$@"', 'sh', ...asUser]
  const child = spawn(file, [...args, process.execPath, main], {
    env: { PATH: process.env.PATH, HOME: root, ...loopback, ASSAY_DATA_DIR: root, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let shown = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      shown += text
    })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  await vi.waitUntil(() => shown.includes(' is ready at ') || child.exitCode !== null, {
    timeout: patienceMs,
  })
  return { root, shown: () => shown }
}

it('writes nothing that others may read, whatever the umask', async () => {
  const { root, shown } = await startOpenly()

  expect(shown()).toContain(' is ready at ')
  const open = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(root, name)).mode & 0o077,
  )
  expect(open).toEqual([])
  expect(readdirSync(root)).toEqual(expect.arrayContaining(['assay.sqlite', 'master.key']))
  expect(shown()).toContain(`chmod 700 ${root}`)
})

it('keeps programs in the sandbox also when it is not root', async () => {
  const { shown } = await startOpenly({ ASSAY_JOB_SANDBOX: 'required' })

  // Else it says why not, and does not start.
  expect(shown()).toMatch(/ is ready at |job.sandbox is required but unavailable: .*namespace/)
  expect(shown()).not.toContain('has no system call filter')
})
