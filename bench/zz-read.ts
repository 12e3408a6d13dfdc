// temporary
import { writeFile, readFile, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { newFolder, startBare } from './bare.ts'
import { startLoader } from './load.ts'
import { call, noWorker, openDesk, startProgram, writeCatalogue } from './program.ts'
const program = process.argv[2]!
const folder = await mkdtemp('/tmp/assay-zz-')
await writeCatalogue(folder)
const ours = await startProgram({ program, ...(process.argv[3] ? { profile: process.argv[3] } : {}) }, folder, noWorker)
const desk = await openDesk(ours)
const { id } = await call<{ id: string }>(ours.url, desk.key, 'POST', desk.runPath, { data: '1.bench.example', dataType: 'domain' })
const detail = await call<unknown>(ours.url, desk.key, 'GET', `/api/job/${id}`)
await writeFile(join(folder, 'answer.json'), JSON.stringify(detail))
const bare = await startBare('answer', folder)
const loader = startLoader()
const ticks = async (pid: number) => { const f = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ')[1]!.split(' '); return [Number(f[11]) * 10, Number(f[12]) * 10] as const }
const paths = [`/api/job/${id}`]
for (let r = 0; r < 3; r++) for (const [name, s] of [['ours', ours], ['bare', bare]] as const) {
  const plan = { url: s.url, paths: name === 'ours' && process.argv[4] ? [process.argv[4]] : paths, key: desk.key, connections: 32 }
  await loader.run({ ...plan, measureMs: r === 0 ? 3000 : 300 })
  const a = await ticks(s.pid); const l = await loader.run({ ...plan, measureMs: 2000 }); const b = await ticks(s.pid)
  console.log(name, Math.round(l.answered / l.ms * 1000), '/s  user', ((b[0] - a[0]) / l.answered * 1000).toFixed(1), 'sys', ((b[1] - a[1]) / l.answered * 1000).toFixed(1))
}
await Promise.all([ours.stop(), bare.stop(), loader.stop()])
