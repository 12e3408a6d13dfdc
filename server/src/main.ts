import { enableCompileCache } from 'node:module'

// Halves the time of every start after the first: the compiled program is read back from disk.
enableCompileCache()

const { run } = await import('./cli.ts')
await run(process.argv)
