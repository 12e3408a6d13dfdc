import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { connectKubernetes } from '../../src/engine/runners/kubernetes/api.ts'
import { labels } from '../../src/engine/runners/kubernetes/manifest.ts'
import {
  createKubernetesRunner,
  type KubernetesRunnerOptions,
} from '../../src/engine/runners/kubernetes/runner.ts'
import { ProgramLost, serverStops } from '../../src/engine/runners/runner.ts'
import { patienceMs } from '../patience.ts'
import { runnerOptions } from './kubernetes-options.ts'
import { type Rule, startCluster } from './kubernetes-server.ts'
import { requestFor } from './running.ts'

/** The role that the documentation describes: the cluster allows nothing else. */
let rules: Rule[] = []
beforeAll(() => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/kubernetes.md'), 'utf8')
  const [role = ''] = /(?<=```yaml\n)apiVersion: rbac[\s\S]*?(?=```)/.exec(page) ?? []
  rules = parseAllDocuments(role)[0]?.toJS().rules
})

async function makeCluster(options: Partial<KubernetesRunnerOptions> = {}) {
  const cluster = await startCluster(rules)
  onTestFinished(() => cluster.stop())
  const makeRunner = (more: Partial<KubernetesRunnerOptions> = {}) => {
    const runner = createKubernetesRunner(
      connectKubernetes(cluster.connection, { patience: patienceMs }),
      {
        ...runnerOptions,
        ...options,
        ...more,
      },
    )
    onTestFinished(() => runner.stop?.())
    return runner
  }
  const jobs = () => cluster.things('jobs')
  const pods = () => cluster.things('pods')
  return { cluster, makeRunner, runner: makeRunner(), jobs, pods }
}

const requestOf = (name: string, rest: Parameters<typeof requestFor>[1] = {}) =>
  requestFor({ dockerImage: `assay-test/${name}:1` }, rest)

const isStarted = (pods: () => { status: { phase: string } }[]) =>
  vi.waitFor(() => expect(pods()[0]?.status.phase).toBe('Running'), patienceMs)

describe('a Job of Kubernetes', () => {
  it('gets its input by a Secret, its plain files come back, and nothing is left', async () => {
    const { cluster, runner, jobs } = await makeCluster()
    const request = await requestOf('container', { certificates: 'PEM' })

    const { exitCode, tail } = await runner.run(request)

    expect(exitCode).toBe(4)
    expect(tail).toContain('bundle: /job/input/cacerts')
    const output = join(request.folder.path, 'output')
    expect(readdirSync(output).sort()).toEqual(['a file with blanks', 'echo', 'output.json'])
    expect(readFileSync(join(output, 'echo'))).toEqual(
      readFileSync(join(request.folder.path, 'input', 'input.json')),
    )
    expect(cluster.seen).toContain('create secrets')
    await vi.waitFor(() => {
      expect([...jobs(), ...cluster.things('pods'), ...cluster.things('secrets')]).toEqual([])
    }, patienceMs)
  })

  it('gets files by an archive, and no Secret', async () => {
    const { cluster, runner } = await makeCluster()
    const request = await requestOf('container')
    writeFileSync(join(request.folder.path, 'input', 'attachment1'), Buffer.alloc(5_000_001, 7))

    expect((await runner.run(request)).exitCode).toBe(4)
    expect(cluster.seen).not.toContain('create secrets')
  })

  it('gives the last 64 KiB of what it printed', async () => {
    const { runner } = await makeCluster()
    const { tail } = await runner.run(await requestOf('loud'))
    expect(tail).toContain('the end')
    expect(tail.length).toBeLessThanOrEqual(65_536)
  })

  it('survives a watch that is cut, one that is too old, and a server that is busy', async () => {
    const { cluster, runner } = await makeCluster()
    cluster.cutWatch(1)
    cluster.faults.push(
      { verb: 'create', resource: 'jobs', status: 429, headers: { 'retry-after': '0' } },
      { verb: 'create', resource: 'secrets', status: 503 },
      { verb: 'watch', resource: 'pods', status: 410 },
      { verb: 'watch', resource: 'pods', status: 429, headers: { 'retry-after': '0' } },
    )
    const running = runner.run(await requestOf('polite-work'))
    await isStarted(() => cluster.things('pods'))
    // A program that ended before would leave nothing to watch.
    await expect.poll(() => cluster.faults).toEqual([])
    cluster.compact()
    cluster.cutWatch(1)
    writeFileSync(
      join(cluster.folderOf(cluster.things('pods')[0].metadata.name), 'output', 'go'),
      '',
    )

    expect((await running).exitCode).toBe(0)
  })

  it('is not made twice when the answer to its creation is lost', async () => {
    const { cluster, runner } = await makeCluster()
    cluster.faults.push({ verb: 'create', resource: 'jobs', status: 500, isDone: true })

    expect((await runner.run(await requestOf('crash'))).exitCode).toBe(3)
    expect(cluster.seen.filter((call) => call === 'create jobs')).toHaveLength(2)
  })

  it('hands over its output whole though the transfer is cut in the middle', async () => {
    const { cluster, runner } = await makeCluster()
    const request = await requestOf('container')
    cluster.cutExec(3000)
    expect((await runner.run(request)).exitCode).toBe(4)
    expect(readFileSync(join(request.folder.path, 'output', 'output.json'), 'utf8')).toContain(
      'success',
    )
    expect(cluster.seen.filter((call) => call === 'get pods/exec')).toHaveLength(2)
  })

  it('is deleted with its pod when it is ended from outside', async () => {
    const { runner, jobs, pods } = await makeCluster()
    const controller = new AbortController()
    const running = runner.run(await requestOf('stubborn', { signal: controller.signal }))
    await isStarted(pods)

    controller.abort()

    expect((await running).exitCode).toBeNull()
    expect([jobs(), pods()]).toEqual([[], []])
  })

  it('is ended when its time is up, with what it had printed', async () => {
    const { runner, jobs } = await makeCluster()
    // Enough for it to print something.
    const timeoutMs = patienceMs / 15
    const result = await runner.run(await requestOf('slow', { timeoutMs }))
    expect(result).toMatchObject({ exitCode: null, timeoutMs, tail: 'ready\n' })
    await vi.waitFor(() => expect(jobs()).toEqual([]), patienceMs)
  })

  it('that leaves too much is cut off', async () => {
    const { runner } = await makeCluster({ outputBytes: 10 })
    expect((await runner.run(await requestOf('loud'))).limit).toBe('output limit of 0 MiB exceeded')
  })

  it('whose pod vanishes is lost, and not started again', async () => {
    const { cluster, runner, pods } = await makeCluster()
    const running = runner.run(await requestOf('slow'))
    const outcome = expect(running).rejects.toBeInstanceOf(ProgramLost)
    await isStarted(pods)
    await cluster.removePods()
    await outcome
    expect(cluster.seen.filter((call) => call === 'create jobs')).toHaveLength(1)
  })

  it('whose image cannot be pulled, or that never starts, is refused in clear words', async () => {
    const { makeRunner, runner, jobs } = await makeCluster()
    await expect(runner.run(await requestOf('missing'))).rejects.toThrow(
      'The cluster cannot pull the image of this worker or its helper (ImagePullBackOff)',
    )
    await expect(
      makeRunner({ startTimeoutMs: 1000 }).run(
        await requestOf('never', { job: { id: 'j2', run: 1, type: 'analyzer' } }),
      ),
    ).rejects.toThrow('The cluster did not start the job within 1 s')
    await vi.waitFor(() => expect(jobs()).toEqual([]), patienceMs)
  })

  it('without network is refused unless the operator says that policies are enforced', async () => {
    const { cluster, makeRunner, runner } = await makeCluster()
    const request = await requestOf('crash', { mayUseNetwork: false })
    await expect(runner.run(request)).rejects.toThrow('set kubernetes.networkPolicy')
    expect(cluster.seen).toEqual([])
    expect((await makeRunner({ networkPolicy: true }).run(request)).exitCode).toBe(3)
  })
})

describe('after a restart', () => {
  const run = (number: number, type: 'analyzer' | 'responder' = 'analyzer') => ({
    job: { id: '-job_1-', run: number, type },
  })
  const creations = (seen: readonly string[]) => seen.filter((call) => call === 'create jobs')

  it('the next run waits for the program that still runs, and the previous one cannot delete it', async () => {
    const { cluster, makeRunner, runner, pods, jobs } = await makeCluster()
    const paused = new AbortController()
    const first = runner.run(await requestOf('polite-work', { ...run(1), signal: paused.signal }))
    await isStarted(pods)

    const request = await requestOf('polite-work', run(2))
    const second = makeRunner().run(request)
    await vi.waitFor(() => expect(jobs()[0].metadata.labels[labels.run]).toBe('2'), patienceMs)
    paused.abort()
    expect((await first).exitCode).toBeNull()
    // It was not deleted, so the program can still succeed.
    writeFileSync(join(cluster.folderOf(pods()[0].metadata.name), 'output', 'go'), '')

    expect((await second).exitCode).toBe(0)
    expect(readdirSync(join(request.folder.path, 'output'))).toContain('output.json')
    expect(creations(cluster.seen)).toHaveLength(1)
  })

  it('a graceful stop leaves an analyzer running, whose output the next run fetches', async () => {
    const { cluster, makeRunner, runner, pods } = await makeCluster()
    const stop = new AbortController()
    const first = runner.run(await requestOf('polite-work', { ...run(1), signal: stop.signal }))
    await isStarted(pods)
    stop.abort(serverStops)
    expect((await first).exitCode).toBeNull()
    writeFileSync(join(cluster.folderOf(pods()[0].metadata.name), 'output', 'go'), '')
    await vi.waitFor(() => {
      const analyzer = pods()[0].status.containerStatuses.find(
        ({ name }: { name: string }) => name === 'analyzer',
      )
      expect(analyzer.state.terminated.exitCode).toBe(0)
    }, patienceMs)

    const request = await requestOf('polite-work', run(2))
    expect((await makeRunner().run(request)).exitCode).toBe(0)
    expect(readdirSync(join(request.folder.path, 'output'))).toContain('output.json')
    expect(creations(cluster.seen)).toHaveLength(1)
  })

  it('a stop ends a responder', async () => {
    const { runner, pods, jobs } = await makeCluster()
    const stop = new AbortController()
    const running = runner.run(
      await requestOf('slow', { ...run(1, 'responder'), signal: stop.signal }),
    )
    await isStarted(pods)
    stop.abort(serverStops)
    await running
    expect([jobs(), pods()]).toEqual([[], []])
  })

  it.each(['analyzer', 'responder'] as const)('the lost pod of an %s', async (type) => {
    const { cluster, makeRunner, runner, pods } = await makeCluster()
    // A process that died: it neither waits nor removes anything any more.
    void runner.run(await requestOf('slow', run(1, type))).catch(() => {})
    await isStarted(pods)
    const [job] = cluster.things('jobs')
    job.metadata.labels[labels.run] = '1.5'
    await cluster.removePods()

    const again = makeRunner().run(await requestOf('crash', run(2, type)))

    if (type === 'analyzer') expect((await again).exitCode).toBe(3)
    else await expect(again).rejects.toBeInstanceOf(ProgramLost)
    expect(creations(cluster.seen)).toHaveLength(type === 'analyzer' ? 2 : 1)
  })

  it('Orphaned Jobs are removed, and those of others left alone', async () => {
    const { makeRunner, runner, pods, jobs } = await makeCluster()
    const stop = new AbortController()
    const start = async (id: string) =>
      runner.run(
        await requestOf('slow', { job: { id, run: 1, type: 'analyzer' }, signal: stop.signal }),
      )
    const running = [start('wanted'), start('forgotten')]
    const other = makeRunner({ instance: 'other' })
    running.push(other.run(await requestOf('slow', { ...run(1), signal: stop.signal })))
    await vi.waitFor(() => expect(pods()).toHaveLength(3), patienceMs)
    await vi.waitFor(
      () => expect(pods().every((pod) => pod.status.phase === 'Running')).toBe(true),
      patienceMs,
    )
    stop.abort(serverStops)
    await Promise.all(running)

    expect(await runner.sweep?.(async () => new Set(['wanted']))).toBe(1)
    await vi.waitFor(() => expect(jobs()).toHaveLength(2), patienceMs)
    expect(
      jobs()
        .map(({ metadata }) => metadata.annotations['assay/job-id'])
        .sort(),
    ).toEqual(['-job_1-', 'wanted'])
  })
})

it('is lost when the cluster ends it by the deadline of the Job', async () => {
  const { cluster, runner, pods } = await makeCluster()
  const outcome = expect(runner.run(await requestOf('slow'))).rejects.toBeInstanceOf(ProgramLost)
  await isStarted(pods)
  await cluster.passDeadlines()
  await outcome
})

it('says why a cluster cannot be used', async () => {
  const { cluster } = await makeCluster()
  const wrong = { ...cluster.connection, token: async () => 'wrong' }
  const refused = createKubernetesRunner(connectKubernetes(wrong), runnerOptions)
  expect(await refused.test()).toBe('Unauthorized')
  const nowhere = { ...cluster.connection, url: new URL('http://127.0.0.1:1') }
  const unreachable = createKubernetesRunner(
    connectKubernetes(nowhere, { patience: 0 }),
    runnerOptions,
  )
  expect(await unreachable.test()).toMatch(/^Cannot reach Kubernetes at http:\/\/127.0.0.1:1/)
})
