import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { patienceMs, stopTimeout } from '../patience.ts'
import { patience, saying, startCluster } from './node-cluster.ts'
import { notLinux, titled } from './running.ts'

/** Runs until the file `go` is there. */
const stuck = (folder: string, word: string) =>
  `while [ ! -e "${folder}/go" ]; do sleep 0.05; done\n${saying(word)}`

const title = titled('several processes on one PostgreSQL', notLinux)

describe.skipIf(notLinux)(title, { timeout: 5 * patienceMs }, () => {
  it('run each job only where its program, its runner and its pool are', async () => {
    const names = ['OnlyA', 'OnlyB', 'Both', 'Nowhere']
    const cluster = await startCluster(names, { ASSAY_JOB_UNRUNNABLEAFTER: '4s' })
    await cluster.startWorker('a', { OnlyA: saying('a'), Both: saying('a') })
    const runners = { ASSAY_JOB_RUNNERS: 'process,builtin', ASSAY_NODE_LABELS: 'default,gpu' }
    await cluster.startWorker('b', { OnlyB: saying('b'), Both: saying('b') }, runners)
    const { enable, submit, said, admin } = cluster

    const [onlyA, onlyB] = [await enable('OnlyA'), await enable('OnlyB')]
    const pooled = await enable('Both', { name: 'Pooled', pool: 'gpu' })
    const unpooled = await enable('Both', { name: 'Unpooled', pool: 'gpu' })
    await admin.updateAnalyzer({ id: unpooled }, { pool: null })
    const jobs = { a: [] as string[], b: [] as string[], either: [] as string[] }
    for (let index = 0; index < 4; index += 1) {
      jobs.a.push(await submit(onlyA, `a${index}`))
      jobs.b.push(await submit(onlyB, `b${index}`), await submit(pooled, `p${index}`))
      jobs.either.push(await submit(unpooled, `u${index}`))
    }
    for (const id of jobs.a) expect(await said(id)).toBe('a')
    for (const id of jobs.b) expect(await said(id)).toBe('b')
    for (const id of jobs.either) expect(await said(id)).toMatch(/^[ab]$/)

    const { rows: builtins } = await admin.listAnalyzerDefinitions({ range: 'all' })
    const [builtin] = builtins.filter((one) => one.runners.includes('builtin'))
    expect(builtin).toBeDefined()
    expect(builtins.find(({ id }) => id === 'OnlyA_1_0')?.runners).toEqual(['process'])
    expect(builtins.find(({ id }) => id === 'Nowhere_1_0')?.runners).toEqual([])

    const nobody = await submit(await enable('Nowhere'))
    expect(await admin.getJob({ id: nobody })).toMatchObject({
      status: 'Waiting',
      waitingFor: 'a node with the program of Nowhere_1_0',
    })
    expect(await said(nobody)).toBe(
      'No node could run this job within 4 seconds: ' +
        'it was waiting for a node with the program of Nowhere_1_0',
    )
  })

  it('keep the limit of a worker exactly', async () => {
    const cluster = await startCluster(['Counted'])
    const log = join(cluster.folder, 'log')
    const counted = (word: string) =>
      `echo +${word} >> "${log}"; sleep 0.1; echo - >> "${log}"\n${saying(word)}`
    await writeFile(log, '')
    // Neither can use up the limit alone, so both take part.
    const slots = { ASSAY_JOB_SLOTS: '2' }
    await cluster.startWorker('a', { Counted: counted('a') }, slots)
    await cluster.startWorker('b', { Counted: counted('b') }, slots)
    const id = await cluster.enable('Counted', { maxConcurrent: 3 })

    const jobs = await Promise.all(
      Array.from({ length: 30 }, (_, index) => cluster.submit(id, `10.0.0.${index}`)),
    )
    for (const job of jobs) expect(await cluster.said(job)).toMatch(/^[ab]$/)

    const lines = (await readFile(log, 'utf8')).trim().split('\n')
    let running = 0
    const most = Math.max(
      ...lines.map((line) => {
        running += line.startsWith('+') ? 1 : -1
        return running
      }),
    )
    expect(most).toBe(3)
    expect(new Set(lines.filter((line) => line !== '-'))).toEqual(new Set(['+a', '+b']))
  })

  it('drain by the command, with a health that says so, and come back', async () => {
    const cluster = await startCluster(['Stuck', 'Quick'])
    const worker = await cluster.startWorker('a', {
      Stuck: stuck(cluster.folder, 'a'),
      Quick: saying('a'),
    })
    const [stuckId, quickId] = [await cluster.enable('Stuck'), await cluster.enable('Quick')]
    const running = await cluster.submit(stuckId)
    const isRunning = async () => (await cluster.node('a'))?.running === 1
    await vi.waitUntil(
      async () => (await cluster.admin.getJob({ id: running })).status === 'InProgress',
      patience,
    )

    const drained = await cluster.command('drain', 'a')
    expect(drained.stderr).toBe('')
    expect(drained.stdout).toMatch(/^a \(.+\) no longer accepts jobs\.\n$/)
    await cluster.hasState('a', 'draining')
    expect(await isRunning()).toBe(true)
    const health = await worker.call('GET', '/api/health')
    expect(health.status).toBe(503)
    expect(await health.json()).toEqual({ status: 'unavailable', reason: 'draining' })
    expect((await worker.call('GET', '/api/alive')).status).toBe(200)
    const next = await cluster.submit(quickId)
    const waited = cluster.command('drain', 'a', '--wait')
    await writeFile(join(cluster.folder, 'go'), '')
    expect((await waited).stdout).toMatch(/is drained/)
    await cluster.hasState('a', 'drained')
    expect(await cluster.said(running)).toBe('a')
    expect((await cluster.admin.getJob({ id: next })).status).toBe('Waiting')

    // Without a name it is all of this machine, the API process too.
    expect((await cluster.command('drain', '--undo')).stdout.split('\n')).toHaveLength(3)
    await cluster.hasState('a', 'alive')
    expect(await cluster.said(next)).toBe('a')
    expect((await worker.call('GET', '/api/health')).status).toBe(200)
    const unknown = await cluster.command('drain', 'nobody')
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(unknown.stderr).toContain('Node nobody not found')
    const { rows } = await cluster.root.searchAudit({ query: { objectType: 'node' } })
    const drains = ['node.drain', 'node.drain', 'node.resume', 'node.resume']
    expect(rows.map(({ action }) => action).sort()).toEqual(drains)
    expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['(command line)']))
  })

  it('give back what runs when they are asked to stop, and are gone from the list', async () => {
    const cluster = await startCluster(['Stuck'])
    const programs = { Stuck: stuck(cluster.folder, 'a') }
    const worker = await cluster.startWorker('a', programs, { ASSAY_HTTP_STOPTIMEOUT: stopTimeout })
    const job = await cluster.submit(await cluster.enable('Stuck'))
    const statusOf = async () => (await cluster.admin.getJob({ id: job })).status
    await vi.waitUntil(async () => (await statusOf()) === 'InProgress', patience)

    worker.child.kill('SIGTERM')
    await cluster.hasState('a', 'stopping')
    expect((await worker.ended).code).toBe(0)

    expect(await statusOf()).toBe('Waiting')
    expect(await cluster.node('a')).toBeUndefined()
    await cluster.startWorker('a', programs)
    await writeFile(join(cluster.folder, 'go'), '')
    expect(await cluster.said(job)).toBe('a')
  })

  it('show who is silent, and forget who is dead', async () => {
    const cluster = await startCluster([])
    const killed = await cluster.startWorker('killed', {})
    const paused = await cluster.startWorker('paused', {})
    expect(await cluster.admin.listNodes()).toMatchObject({ alive: 2, slots: 32 })

    killed.child.kill('SIGKILL')
    paused.child.kill('SIGSTOP')
    await cluster.hasState('killed', 'silent')
    await cluster.hasState('paused', 'silent')
    expect(await cluster.admin.listNodes()).toEqual({ alive: 0, slots: 0, running: 0 })
    paused.child.kill('SIGCONT')
    await cluster.hasState('paused', 'alive')

    // A process that starts on the same machine sees that the number is unused.
    await cluster.startWorker('next', {})
    await cluster.hasState('killed', undefined)
    expect((await cluster.root.listNodes()).nodes?.map(({ name }) => name)).toEqual([
      'api',
      'next',
      'paused',
    ])
  })
})
