import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { writeFixtureProgram } from '../fixture-program.ts'
import { patienceMs } from '../patience.ts'
import { migratedPlaces } from '../places.ts'
import { dataFolder, type Server, start } from '../program.ts'
import { skipTest } from '../skip.ts'
import { clientOf, makeAda, newProgramFolder, programSettings } from '../submitter.ts'
import { ended, isRunning, notLinux, titled } from './running.ts'

/**
 * Ignores requests to end, and has a child, and a grandchild in a separate session. Started for the
 * second time, it succeeds.
 */
const script = `#!/bin/sh
trap '' TERM
here=$(dirname "$0")
echo begun >> "$here/runs"
if [ "$(wc -l < "$here/runs")" -gt 1 ]; then
  echo '{"success":true,"full":{},"operations":[]}' > "$1/output/output.json"
  exit 0
fi
sh -c 'trap "" TERM; while :; do sleep 1; done' &
echo $! > "$here/child"
setsid sh -c 'trap "" TERM; echo $$ > "$0"; while :; do sleep 1; done' "$here/grandchild" &
echo $$ > "$here/parent"
while :; do sleep 1; done
`

const workers = [
  { type: 'analyzer', name: 'Look', dataType: 'other', data: 'x' },
  { type: 'responder', name: 'Act', dataType: 'thehive:case', data: { _id: 'x', title: 'x' } },
] as const

describe.skipIf(notLinux).each(migratedPlaces)(titled('on $database', notLinux), ({ settings }) => {
  it('a killed server takes its programs along, and its jobs are settled', async () => {
    const place = await prepare(await settings())
    const server = await place.start()
    const ids = await place.submit(server)
    const pids = await place.pids()
    const [launcher] = launchersOf(server)
    expect(launcher).toBeDefined()

    server.child.kill('SIGKILL')
    await server.ended

    for (const pid of [...pids, launcher ?? 0]) await ended(pid)
    await place.expectSettled(await place.start(), ids)
  })
})

// For processes: the effect of the database is tested above.
const [{ settings: onSqlite }] = migratedPlaces

describe.skipIf(notLinux)(titled('on SQLite', notLinux), () => {
  it('what outlives both server and launcher is ended by the next start', async () => {
    const place = await prepare(await onSqlite())
    const server = await place.start()
    const ids = await place.submit(server)
    const pids = await place.pids()
    const [launcher = 0] = launchersOf(server)

    // Stopped, so it cannot notice the end of the server before its own.
    process.kill(launcher, 'SIGSTOP')
    server.child.kill('SIGKILL')
    await server.ended
    process.kill(launcher, 'SIGKILL')
    await ended(launcher)
    expect(pids.every(isRunning)).toBe(true)

    const next = await place.start()
    for (const pid of pids) await ended(pid)
    expect(next.stderr()).toContain('stopped programs left by a crash')
    await place.expectSettled(next, ids)
  })

  it('a killed launcher is replaced, and its jobs are settled while the server runs on', async () => {
    const place = await prepare(await onSqlite())
    const server = await place.start()
    const ids = await place.submit(server)
    const pids = await place.pids()
    const [launcher = 0] = launchersOf(server)

    process.kill(launcher, 'SIGKILL')

    await place.expectSettled(server, ids)
    for (const pid of pids) await ended(pid)
    expect(launchersOf(server)).not.toContain(launcher)
  })
})

it('a launcher and its shells know no setting', async () => {
  if (notLinux) skipTest(notLinux)
  const place = await prepare({ ASSAY_DATA_DIR: await dataFolder(), ASSAY_SECRET_KEY: secretKey })
  const server = await place.start()
  await place.submit(server)
  await place.pids()

  const [launcher = 0] = launchersOf(server)
  const own = [launcher, ...childrenOf(launcher)]
  const environments = own.map((pid) => textOf(pid, 'environ'))

  expect(own.length).toBeGreaterThan(2)
  expect(
    environments[0]?.split('\0').filter((line) => !/^(NODE_CHANNEL_\w+=.*)?$/.test(line)),
  ).toEqual([])
  for (const text of environments) expect(text).not.toMatch(/ASSAY|0123456789abcdef/)
})

const secretKey = '0123456789abcdef'.repeat(4)

async function prepare(environment: Record<string, string>) {
  const folder = await newProgramFolder()
  for (const { type, name, dataType } of workers)
    await writeFixtureProgram(join(folder, type), { name, dataTypeList: [dataType], script })
  const files = workers.flatMap(({ type, name }) =>
    ['parent', 'child', 'grandchild'].map((file) => join(folder, type, name, file)),
  )
  const pidIn = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').trim() : '')
  return {
    start: () => start({ ...environment, ...programSettings(folder) }),
    /** Both workers, one job each. */
    async submit(server: Server): Promise<string[]> {
      const ada = await makeAda(server)
      const look = await ada.enableAnalyzer({ id: 'Look_1_0' }, { name: 'Look' })
      const act = await ada.enableResponder({ id: 'Act_1_0' }, { name: 'Act' })
      const [looked, acted] = workers.map(({ data, dataType }) => ({ data, dataType }))
      const jobs = [
        await ada.runAnalyzer({ id: look.id }, looked as never),
        await ada.runResponder({ id: act.id }, acted as never),
      ]
      return jobs.map(({ id }) => id)
    },
    /** Of all that was started, as soon as everything runs. */
    async pids(): Promise<number[]> {
      await vi.waitFor(() => expect(files.map(pidIn)).not.toContain(''), patienceMs)
      return files.map((file) => Number(pidIn(file)))
    },
    async expectSettled(server: Server, [look = '', act = '']: string[]) {
      const wait = (id: string) => clientOf(server).waitReport({ id }, { atMost: 'Inf' })
      const [looked, acted] = [await wait(look), await wait(act)]
      expect(looked).toMatchObject({ status: 'Success' })
      expect(acted).toMatchObject({ status: 'Failure' })
      expect(JSON.stringify(acted)).toContain('may already have acted')
      const runs = (type: string, name: string) =>
        readFileSync(join(folder, type, name, 'runs'), 'utf8')
          .trim()
          .split('\n').length
      expect([runs('analyzer', 'Look'), runs('responder', 'Act')]).toEqual([2, 1])
      await expect
        .poll(() => readdirSync(join(environment.ASSAY_DATA_DIR ?? '', 'jobs')))
        .toEqual([])
    },
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === parent)

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/** Nothing for a process that has ended since. */
function textOf(pid: number, file: 'environ' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

const launchersOf = ({ child }: Server): number[] =>
  childrenOf(child.pid ?? 0).filter((pid) => textOf(pid, 'cmdline').includes('launcher'))
