import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RawData, WebSocket } from 'ws'
import { program } from './running.ts'

// biome-ignore lint/suspicious/noExplicitAny: objects of the API, whatever a client sends
export type Thing = any

export interface PodHost {
  /** Stores a new status of the pod and tells the watchers. */
  update(change: (pod: Thing) => void): void
  secret(name: string): Thing | undefined
}

interface Container {
  readonly process: ChildProcess
  log: Buffer
  readonly ended: Promise<number>
}

/**
 * Runs the containers of a pod as processes below a separate folder: the commands are those of the
 * manifest, with `/job` and `/input` mapped there. An image is the name of one of our programs.
 */
export function startPod(pod: Thing, host: PodHost) {
  const root = mkdtempSync(join(tmpdir(), 'pod-test-'))
  const containers = new Map<string, Container>()
  let isDeleted = false
  for (const folder of ['job', 'input']) mkdirSync(join(root, folder))

  const inside = (text: string) =>
    text.replace(/(?<![\w/.])\/(?=(?:job|input)(?:[/\s]|$))/g, `${root}/`)

  const run = (name: string, command: string[], env: Thing[] = []): Container => {
    const environment = Object.fromEntries(env.map(({ name: key, value }) => [key, value]))
    const [file = '', ...rest] = command.map(inside)
    const child = spawn(file, rest, {
      env: { PATH: process.env.PATH ?? '', ...environment },
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const container: Container = {
      process: child,
      log: Buffer.alloc(0),
      ended: new Promise((resolve) => {
        child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGKILL' ? 137 : 143)))
      }),
    }
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        container.log = Buffer.concat([container.log, chunk]).subarray(-1_000_000)
      })
    containers.set(name, container)
    return container
  }
  const setState = (
    list: 'initContainerStatuses' | 'containerStatuses',
    name: string,
    state: Thing,
  ) =>
    host.update(({ status }) => {
      status[list] = [
        ...(status[list] ?? []).filter((one: Thing) => one.name !== name),
        { name, state },
      ]
    })
  const setPhase = (phase: string) =>
    host.update(({ status }) => {
      status.phase = phase
    })
  const now = () => new Date().toISOString()

  async function live(): Promise<void> {
    const [init] = pod.spec.initContainers
    const [analyzer, out] = pod.spec.containers
    const volume = pod.spec.volumes.find((one: Thing) => one.secret)
    if (volume) {
      // As the kubelet does: it tries again until the secret is there.
      while (!host.secret(volume.secret.secretName)) {
        if (isDeleted) return
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const { data } = host.secret(volume.secret.secretName)
      for (const [name, value] of Object.entries(data))
        writeFileSync(join(root, 'input', name), Buffer.from(String(value), 'base64'))
    }
    const script = /^(?:.*\/)?([\w-]+):1$/.exec(analyzer.image)?.[1]
    if (script === undefined || script === 'missing')
      return setState('containerStatuses', analyzer.name, {
        waiting: { reason: 'ImagePullBackOff' },
      })
    if (script === 'never') return
    const first = run(init.name, init.command)
    setState('initContainerStatuses', init.name, { running: { startedAt: now() } })
    const exitCode = await first.ended
    if (isDeleted) return
    setState('initContainerStatuses', init.name, { terminated: { exitCode } })
    if (exitCode !== 0) return setPhase('Failed')
    run(out.name, out.command)
    const main = run(analyzer.name, ['sh', program(`${script}.sh`), '/job'], analyzer.env)
    setState('containerStatuses', out.name, { running: { startedAt: now() } })
    setState('containerStatuses', analyzer.name, { running: { startedAt: now() } })
    setPhase('Running')
    const code = await main.ended
    if (!isDeleted) {
      const reason = code === 0 ? 'Completed' : code === 99 ? 'OOMKilled' : 'Error'
      setState('containerStatuses', analyzer.name, { terminated: { exitCode: code, reason } })
    }
  }
  const living = live()

  return {
    log: (name: string) => containers.get(name)?.log,
    isRunning: (name: string) => containers.get(name)?.process.exitCode === null,
    folder: join(root, 'job'),
    exec(
      socket: WebSocket,
      command: string[],
      hasInput: boolean,
      cutAfter = Number.POSITIVE_INFINITY,
    ) {
      const [file = '', ...rest] = command.map(inside)
      const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'pipe'] })
      let sent = 0
      const send = (channel: number, data: Buffer) => {
        sent += data.length
        if (sent > cutAfter) return socket.terminate()
        child.stdout.pause()
        socket.send(Buffer.concat([Buffer.of(channel), data]), () => child.stdout.resume())
      }
      socket.on('error', () => {})
      socket.on('close', () => child.kill('SIGKILL'))
      child.stdin.on('error', () => {})
      child.stdout.on('data', (chunk) => send(1, chunk))
      child.stderr.on('data', (chunk) => send(2, chunk))
      if (!hasInput) child.stdin.end()
      child.on('close', (code) => {
        const status =
          code === 0 ? { status: 'Success' } : { status: 'Failure', message: `exit code ${code}` }
        send(3, Buffer.from(JSON.stringify({ metadata: {}, ...status })))
        socket.close(1000)
      })
      socket.on('message', (data: RawData) => {
        const message = data as Buffer
        if (message[0] === 255 && message[1] === 0) child.stdin.end()
        else if (message[0] === 0 && hasInput) child.stdin.write(message.subarray(1))
      })
    },
    async stop() {
      isDeleted = true
      for (const { process: child } of containers.values()) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        try {
          process.kill(-(child.pid ?? 0), 'SIGKILL')
        } catch {
          // It has ended by itself since.
        }
      }
      await Promise.all([living, ...[...containers.values()].map(({ ended }) => ended)])
      rmSync(root, { recursive: true, force: true })
    },
  }
}
