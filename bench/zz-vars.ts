import { readFile } from 'node:fs/promises'
import { serveIn } from './child.ts'
import { startLoader } from './load.ts'
const vars = process.argv.slice(2)
const loader = startLoader()
const cpu = async (pid: number) => { const f = (await readFile(`/proc/${pid}/stat`, 'latin1')).split(') ')[1]!.split(' '); return (Number(f[11]) + Number(f[12])) * 10 }
const servers = [] as any[]
for (const v of vars) servers.push([v, await serveIn(['/tmp/wt/speed/bench/zz-var.mjs', v]), [] as number[]])
for (let r = 0; r < 5; r++) for (const [, s, list] of servers) {
  const plan = { url: s.url, paths: ['/api/job/AZxyz123'], key: 'k', connections: 32 }
  await loader.run({ ...plan, measureMs: r === 0 ? 1500 : 100 })
  const a = await cpu(s.pid); const l = await loader.run({ ...plan, count: 20000 }); list.push((await cpu(s.pid) - a) / l.answered * 1000)
}
for (const [v, s, list] of servers) { console.log(v.padEnd(40), list.map((x: number) => x.toFixed(1)).join(' '), ' min', Math.min(...list).toFixed(1)); await s.stop() }
await loader.stop()
