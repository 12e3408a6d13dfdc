import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { atEnd } from '../lifetime.ts'
import { patienceMs } from '../patience.ts'
import { accounts } from '../postgres-places.ts'
import { skipTest } from '../skip.ts'

const shipped = new URL('../../../deploy/pgbouncer/pgbouncer.ini', import.meta.url)

/**
 * The file in `deploy/`, with the addresses of this test and the name and password of its database.
 * `without` leaves out a part of it, as an administrator might.
 */
export async function startPgBouncer(databaseUrl: string, without?: RegExp): Promise<string> {
  const program = findPgBouncer()
  const { username, password, port: databasePort, pathname } = new URL(databaseUrl)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'assay-pgbouncer-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  const users = join(folder, 'userlist.txt')
  const name = pathname.slice(1)
  const settings = (await readFile(shipped, 'utf8'))
    .replace(
      /^assay = .*?dbname=assay/m,
      `${name} = host=127.0.0.1 port=${databasePort} dbname=${name}`,
    )
    .replace('listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', users)
    .replace(without ?? /$^/, '')
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  await writeFile(users, `"${username}" "${password}"\n`)
  // It refuses to run as root.
  const [account = {}] = accounts()
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined)
    for (const path of [folder, file, users]) await chown(path, uid, gid)
  const child = spawn(program, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  await untilItRuns(child)
  return `postgres://${username}:${password}@127.0.0.1:${port}/${name}`
}

function findPgBouncer(): string {
  const found = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
    (path) => spawnSync(path, ['--version']).status === 0,
  )
  return found ?? skipTest('pgbouncer is not installed (Debian: apt-get install pgbouncer)')
}

async function untilItRuns(child: ChildProcess): Promise<void> {
  let printed = ''
  await new Promise<void>((resolve, reject) => {
    const late = () => reject(new Error(`PgBouncer does not start: ${printed}`))
    const timer = setTimeout(late, patienceMs)
    child.on('exit', late)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
      if (!printed.includes('process up')) return
      clearTimeout(timer)
      resolve()
    })
  })
}
