import { enableCompileCache } from 'node:module'
import { ensureTemporaryFolder } from './process/temporary-folder.ts'

const problem = ensureTemporaryFolder()
if (problem !== undefined) process.stderr.write(`${problem}\n`)

// Halves the time of every start after the first: the compiled program is read back from disk.
enableCompileCache()

const { run } = await import('./cli.ts')
await run(process.argv)
