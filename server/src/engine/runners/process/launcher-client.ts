import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { killTrees } from '../process-tree.ts'
import { CannotRun, ProgramLost, type RunResult } from '../runner.ts'
import { drain, keepTail } from '../tail.ts'
import type { WarmState } from '../warm-state.ts'
import type {
  LauncherAnswer,
  LauncherMessage,
  LauncherSetup,
  LaunchRequest,
} from './launcher-protocol.ts'

export interface LauncherOptions extends Omit<LauncherSetup, 'type'> {
  readonly log?: ((line: string) => void) | undefined
  /** Its location, if not next to this file. */
  readonly launcherUrl?: URL | undefined
  readonly onWarmState?: (state: WarmState) => void
}

export interface LauncherClient {
  run(request: Omit<LaunchRequest, 'type' | 'id'>, signal: AbortSignal): Promise<RunResult>
  stop(): Promise<void>
}

interface Pending {
  resolve(result: RunResult): void
  reject(error: Error): void
}

interface Launcher {
  readonly child: ChildProcess
  readonly pending: Map<number, Pending>
  readonly gone: Promise<void>
}

/** Starts a launcher with the first program, and another one whenever the last one is gone. */
export function useLauncher({
  log,
  launcherUrl,
  onWarmState = () => {},
  ...setup
}: LauncherOptions): LauncherClient {
  let current: Launcher | undefined
  let lastId = 0

  const launcher = () => {
    current ??= startLauncher(
      // Each with its own mark: the programs of a dead one are ended, those of its successor are not.
      { type: 'setup', ...setup, mark: `${setup.mark}.${randomBytes(8).toString('hex')}` },
      (gone) => {
        if (current === gone) current = undefined
        onWarmState({ zygotes: 0, bytes: 0 })
      },
      { log, launcherUrl, onWarmState },
    )
    return current
  }

  return {
    run(request, signal) {
      const { child, pending } = launcher()
      lastId += 1
      const id = lastId
      const onAbort = () => send(child, { type: 'end', id })
      signal.addEventListener('abort', onAbort, { once: true })
      const result = new Promise<RunResult>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        // Only while something runs is it a reason for the server to stay.
        child.channel?.ref()
        send(child, { type: 'run', id, ...request })
      })
      return result.finally(() => {
        signal.removeEventListener('abort', onAbort)
        pending.delete(id)
        if (pending.size === 0) child.channel?.unref()
      })
    },
    async stop() {
      if (!current) return
      const { child, gone } = current
      if (child.connected) child.disconnect()
      const limit = setTimeout(() => child.kill('SIGKILL'), 5000)
      await gone
      clearTimeout(limit)
    },
  }
}

function startLauncher(
  setup: LauncherSetup,
  onGone: (launcher: Launcher) => void,
  {
    log,
    launcherUrl = launcherUrlBeside(import.meta.url),
    onWarmState,
  }: Pick<LauncherOptions, 'log' | 'launcherUrl' | 'onWarmState'>,
): Launcher {
  const pending = new Map<number, Pending>()
  const child = spawn(process.execPath, [fileURLToPath(launcherUrl)], {
    // Programs of the same user can read the environment of a process: there is nothing in it.
    env: {},
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Out of reach of Ctrl-C: a graceful shutdown still needs it.
    detached: true,
  })
  const words = keepTail(4096)
  drain(child.stderr, words)
  let isReady = false
  const launcher: Launcher = {
    child,
    pending,
    gone: new Promise((resolve) => {
      const end = (reason: string) => {
        onGone(launcher)
        const isWanted = pending.size === 0 && !child.connected
        killTrees([], (mark) => mark.startsWith(`${setup.mark}.`))
        if (!isWanted) log?.(`program launcher exited (${reason}): ${words.text()}`)
        for (const { reject } of pending.values()) {
          reject(isReady ? new ProgramLost(lostMessage) : new Error(`${cannotStart}: ${reason}`))
        }
        resolve()
      }
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code}`))
      child.once('error', (error) => end(error.message))
    }),
  }
  child.on('message', (answer: LauncherAnswer) => {
    if (answer.type === 'ready') {
      isReady = true
      return
    }
    if (answer.type === 'warm') {
      onWarmState?.(answer.state)
      return
    }
    const run = pending.get(answer.id)
    if (answer.type === 'done') run?.resolve(answer.result)
    else if (answer.isLost) run?.reject(new ProgramLost(answer.reason))
    else run?.reject(new (answer.isForPeople ? CannotRun : Error)(answer.reason))
  })
  send(child, setup)
  child.unref()
  child.channel?.unref()
  ;(child.stderr as unknown as { unref?(): void } | null)?.unref?.()
  return launcher
}

const lostMessage = 'The program launcher exited while this program was running'
const cannotStart = 'Failed to start the program launcher'

/** A failed send is noticed by its end, which comes in any case. */
function send(child: ChildProcess, message: LauncherMessage): void {
  if (child.connected) child.send(message, undefined, undefined, () => {})
}

/** From sources it is a `.ts` file, in the built program a `.js` file. */
const launcherUrlBeside = (here: string) =>
  new URL(here.endsWith('.ts') ? './launcher.ts' : './launcher.js', here)
