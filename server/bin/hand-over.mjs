import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs the program under another Node and is from then on nothing but its entrance. */
export function handOver(node, program, args) {
  const endWithParent = new URL('./end-with-npm.mjs', import.meta.url).href
  const options = ['--max-semi-space-size=4', '--import', endWithParent]
  const child = spawn(node, [...options, fileURLToPath(program), ...args], { stdio: 'inherit' })
  // Ctrl-C reaches the program by itself as well, and the server counts both as one.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
