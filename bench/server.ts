import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../server/dist/main.js', import.meta.url))

/** The real program in a process of its own, as `npm start` runs it. */
export async function startServer(folder: string) {
  const key = 'bench-key-0123456789abcdef0123456789abcdef'
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ASSAY_DATA_DIR: folder,
      ASSAY_HTTP_HOST: '127.0.0.1',
      ASSAY_HTTP_PORT: '0',
      ASSAY_LOG_LEVEL: 'warn',
      ASSAY_BOOTSTRAP_KEY: key,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /ready at (\S+)/.exec(line)?.[1]
    if (url === undefined) continue
    return {
      url,
      key,
      memoryMiB: () => residentMiB(child.pid ?? 0),
      async stop() {
        child.kill('SIGTERM')
        await once(child, 'exit')
      },
    }
  }
  throw new Error('The server ended before it was ready; run npm start once to build it')
}

/** Linux only; elsewhere the number is missing. */
async function residentMiB(pid: number): Promise<number | string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes === undefined ? 'unknown' : Math.round(Number(kilobytes) / 1024)
}
