// `npm start`: prepare the checkout, then run the program. From the second start on npm finds
// Node 24 in node_modules and this process becomes the server itself; at the very first start it is
// still the machine's own Node, which hands over to the one just installed.
import '../server/bin/end-with-npm.mjs'
import { existsSync } from 'node:fs'
import { handOver } from '../server/bin/hand-over.mjs'
import { machineNode, prepare, projectNode } from './setup.mjs'

const program = new URL('../server/dist/main.js', import.meta.url)

if (!(await prepare('start'))) {
  process.exitCode = 1
} else if (Number.parseInt(process.versions.node, 10) >= 24) {
  await import(program.href)
} else {
  handOver(existsSync(projectNode) ? projectNode : machineNode, program, process.argv.slice(2))
}
