import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { newFolder, startBare } from './bare.ts'
import type { Served } from './child.ts'
import { noWorker, openDesk, startProgram, writeCatalogue } from './program.ts'
import type { Measurement } from './result.ts'
import { alternate, median } from './statistics.ts'

const megabytes = 30
const uploads = 5

/**
 * A file of 30 MB with a submission ÷ a bare server that pipes the same body through the three hashes into a
 * file and syncs it. In addition, the pipe without hashes, and the program's peak memory.
 */
export const measureUpload: Measurement = async (options) => {
  const folder = await newFolder(options.folder, 'upload')
  await writeCatalogue(folder)
  const ours = await startProgram(options, folder, noWorker)
  const desk = await openDesk(ours)
  const hashed = await startBare('upload', await newFolder(folder, 'hashed'))
  const raw = await startBare('raw-upload', await newFolder(folder, 'raw'))
  const content = randomBytes(megabytes * 1_000_000)
  const cpu = { ours: [] as number[], reference: [] as number[] }
  const rawRates: number[] = []
  const rate = async (server: Served, path: string, key?: string, costs?: number[]) => {
    const before = await server.cpuMs()
    const started = performance.now()
    for (let n = 0; n < uploads; n += 1) await send(server.url + path, content, key)
    const ms = performance.now() - started
    costs?.push(((await server.cpuMs()) - before) / uploads)
    return (uploads * megabytes) / (ms / 1_000)
  }
  try {
    await rate(ours, desk.runPath, desk.key)
    const before = await ours.residentMiB()
    const comparison = await alternate(
      options.rounds,
      () => rate(ours, desk.runPath, desk.key, cpu.ours),
      async () => {
        rawRates.push(await rate(raw, '/'))
        return rate(hashed, '/', undefined, cpu.reference)
      },
    )
    return [
      {
        name: 'upload',
        what: `POST …/run with a file of ${megabytes} MB ÷ a pipe through three hashes into a file`,
        unit: 'MB/s',
        aim: { atLeast: 0.7 },
        comparison,
        beside: {
          'a pipe without hashes, MB/s': median(rawRates),
          'processor time of ours, ms an upload': median(cpu.ours),
          'processor time of the reference, ms an upload': median(cpu.reference),
          'memory of ours before, MiB': before,
          'memory of ours at most, MiB': await peakMiB(ours.pid),
        },
      },
    ]
  } finally {
    await Promise.all([ours.stop(), hashed.stop(), raw.stop()])
  }
}

async function peakMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024
}

const boundary = 'bench-0123456789'
const part = (headers: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`

/** Each one is another file: what is there already would not be stored again. */
function send(url: string, content: Buffer, key?: string): Promise<void> {
  randomBytes(16).copy(content)
  const json = JSON.stringify({ dataType: 'file', tlp: 2 })
  const head = Buffer.from(
    `${part('name="_json"')}${json}\r\n${part(
      'name="attachment"; filename="bench.bin"\r\nContent-Type: application/octet-stream',
    )}`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: 'POST',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': head.length + content.length + tail.length,
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
    })
    sent.on('error', reject)
    sent.on('response', (response) => {
      const answer: Buffer[] = []
      response.on('data', (chunk: Buffer) => answer.push(chunk))
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve()
        else reject(new Error(`${response.statusCode}: ${Buffer.concat(answer)}`))
      })
    })
    sent.write(head)
    sent.write(content)
    sent.end(tail)
  })
}
