// `npm start`: prepare the checkout, then run the program. From the second start on npm finds
// Node 24 in node_modules and this process becomes the server itself; at the very first start it is
// still the machine's own Node, which hands over to the one just installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { prepare, projectNode } from './setup.mjs'

const program = new URL('../server/dist/main.js', import.meta.url)

if (!(await prepare('start'))) {
  process.exitCode = 1
} else if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import(program)
} else {
  const node = existsSync(projectNode) ? projectNode : process.execPath
  const child = spawn(node, [program.pathname, ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C reaches the whole group by itself; a plain kill is passed on.
  process.on('SIGINT', () => undefined)
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
