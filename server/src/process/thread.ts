import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts the thread beside the module `here`: from sources it is a `.ts` file, in the built program a `.js` file.
 * It sees no variable of the process but one: a thread does not share what its process has compiled, and does
 * not know that it may read it from the disk.
 */
export const startThread = (here: string, name: string, options: WorkerOptions = {}): Worker =>
  new Worker(new URL(`./${name}.${here.endsWith('.ts') ? 'ts' : 'js'}`, here), {
    execArgv: [],
    ...options,
    env: { ...compileCache(), ...(typeof options.env === 'object' && options.env) },
  })

/** Node names the folder of its version, and takes the one around it. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}
