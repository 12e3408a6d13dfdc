#!/usr/bin/env node
// The program needs Node 24. Under an older one it hands over to the Node that npm installed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const ownNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= 24) {
  process.argv[1] = main
  await import(main)
} else if (existsSync(ownNode)) {
  const child = spawn(ownNode, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  process.stderr.write(`assay needs Node 24 or newer; this is ${process.version}. Run: npm ci\n`)
  process.exitCode = 1
}
