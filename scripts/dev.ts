// `npm run dev`: the server, restarted when one of its sources changes, and Vite, which serves the
// page from its sources and passes `/api` on to the server. Arguments go to the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const programs = [
  { args: ['--watch', '--watch-preserve-output', 'server/src/main.ts', ...process.argv.slice(2)] },
  { args: [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'web', '--clearScreen=false'] },
]

// A restart for a change would else wait as for a load balancer.
const env = { ASSAY_HTTP_DRAINPERIOD: '0', ...process.env }

const children: ChildProcess[] = programs.map(({ args }) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env }),
)

// One is useless without the other: whichever ends first ends both, with its exit code.
const end = (signal: NodeJS.Signals) => {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message)
    process.exitCode = 1
    end('SIGTERM')
  })
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    end('SIGTERM')
  })
}
// Ctrl-C reaches all of them by the terminal; a signal to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(signal))
