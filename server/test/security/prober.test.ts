import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { patienceMs } from '../patience.ts'
import { whileWatched } from './prober.ts'

/** What is too long grows with it. */
const slowness = patienceMs / 60_000

/** A server that does this in the middle of everything, as `/work` asks for it. */
async function serverThat(work: string) {
  const program = `
    const server = require('node:http').createServer((request, response) => {
      if (request.url === '/work') { ${work} }
      response.end()
    })
    server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)))`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  })
  const [port] = await once(child.stdout, 'data')
  const address = `http://127.0.0.1:${port}`
  return { address, pid: child.pid ?? 0, data: join(tmpdir(), 'data') }
}

it.each([
  [
    'computes',
    `const used = () => process.cpuUsage().user + process.cpuUsage().system
     const end = used() + ${1_000_000 * slowness}
     while (used() < end);`,
  ],
  ['waits', `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${6_000 * slowness})`],
])('a server that %s and answers nobody meanwhile is noticed', async (_, work) => {
  const server = await serverThat(work)

  // On a slow machine it may take longer than `fetch` waits.
  const { late } = await whileWatched(server, () =>
    fetch(`${server.address}/work`).catch(() => undefined),
  )

  expect(late).not.toEqual([])
})

it('a server that only answers is left alone', async () => {
  const server = await serverThat('')

  const { late } = await whileWatched(server, async () => {
    for (let at = 0; at < 100; at += 1) await (await fetch(`${server.address}/work`)).text()
  })

  expect(late).toEqual([])
})
