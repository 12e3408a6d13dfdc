import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connectDocker, defaultHost } from '../../src/engine/runners/docker/api.ts'
import { type TarEntry, writeTar } from '../../src/engine/runners/tar.ts'
import { program } from './running.ts'

export interface Engine {
  readonly host: string
  stop(): Promise<void>
}

/** A Docker engine that answers, or one that is started for the tests; else the reason why not. */
export async function findEngine(): Promise<Engine | string> {
  const busybox = spawnSync('busybox', ['true']).status === 0
  if (!busybox)
    return 'busybox is not installed, which its images need (Debian: apt-get install busybox-static)'
  const host = process.env.DOCKER_HOST ?? defaultHost
  const reason = await connectDocker({ host })
    .ping()
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
  if (reason === undefined) return { host, stop: async () => {} }
  if (process.getuid?.() !== 0) return `${reason}, and only root can start one`
  if (spawnSync('dockerd', ['--version']).status !== 0)
    return `${reason}, and dockerd is not installed (Debian: apt-get install docker.io)`
  return startEngine()
}

async function startEngine(): Promise<Engine | string> {
  const folder = mkdtempSync(join(tmpdir(), 'docker-test-'))
  const host = `unix://${folder}/docker.sock`
  const log = openSync(join(folder, 'log'), 'w')
  const daemon = spawn(
    'dockerd',
    [
      ...['--iptables=false', '--bridge=none', '--host', host],
      ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')],
      ...['--pidfile', join(folder, 'pid')],
    ],
    { stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const stop = async () => {
    await end(daemon)
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 150 && daemon.exitCode === null; attempt += 1) {
    const answers = await connectDocker({ host })
      .ping()
      .then(
        () => true,
        () => false,
      )
    if (answers) return { host, stop }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')
  await stop()
  return `dockerd does not start: ${lines.at(-1)?.slice(0, 200)}`
}

function end(daemon: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (daemon.exitCode !== null) return resolve()
    daemon.once('exit', () => resolve())
    daemon.kill('SIGTERM')
  })
}

/** An image with nothing but busybox and one of our programs, started without an argument. */
export async function importImage(
  host: string,
  image: string,
  script: string,
  ...changes: string[]
): Promise<void> {
  const busybox = readFileSync(execFileSync('which', ['busybox'], { encoding: 'utf8' }).trim())
  const tools = ['sh', 'cat', 'sleep', 'head', 'tr', 'env', 'id', 'ls', 'ln', 'mkdir', 'grep', 'wc']
  const wrapper = Buffer.from('#!/bin/sh\nexec /bin/sh /program /job\n')
  const content = readFileSync(program(script))
  const directory = (name: string): TarEntry => ({ name, type: 'directory', mode: 0o755 })
  const file = (name: string, bytes: Buffer): TarEntry => ({
    name,
    type: 'file',
    mode: 0o755,
    size: bytes.length,
    content: bytes,
  })
  const entries = [
    ...['bin/', 'tmp/', 'etc/'].map(directory),
    file('bin/busybox', busybox),
    // Busybox looks at the name by which it is called; there are no links in this archive.
    ...tools.map((tool) =>
      tool === 'sh' ? file('bin/sh', busybox) : file(`bin/${tool}`, caller(tool)),
    ),
    file('program', content),
    file('start', wrapper),
  ]
  const [repo = '', tag = 'latest'] = image.split(':')
  const query = new URLSearchParams({ fromSrc: '-', repo, tag })
  for (const change of ['ENTRYPOINT ["/start"]', ...changes]) query.append('changes', change)
  const stream = Readable.from(writeTar(entries))
  await text(await connectDocker({ host }).call('POST', `/images/create?${query}`, { stream }))
}

const caller = (tool: string) => Buffer.from(`#!/bin/sh\nexec /bin/busybox ${tool} "$@"\n`)
