#!/usr/bin/env node
// The program needs Node 24. Under an older one it hands over to the Node that npm installed.
import './end-with-npm.mjs'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { handOver } from './hand-over.mjs'

const sources = new URL('../src/main.ts', import.meta.url)
// An installed package has no sources.
const program = existsSync(sources) ? sources : new URL('../dist/main.js', import.meta.url)
const ownNode = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url))

if (Number.parseInt(process.versions.node, 10) >= 24) {
  process.argv[1] = fileURLToPath(program)
  await import(program.href)
} else if (existsSync(ownNode)) {
  handOver(ownNode, program, process.argv.slice(2))
} else {
  process.stderr.write(`assay needs Node 24 or newer; this is ${process.version}. Run: npm ci\n`)
  process.exitCode = 1
}
