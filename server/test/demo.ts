import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, createClient } from '@assay/contract'
import { demoUsers } from '../src/demo/users.ts'
import { openDatabase } from '../src/storage/database.ts'
import { patienceMs } from './patience.ts'
import type { Server } from './program.ts'

export const day = 86_400_000

/** Starts of a whole program, some with a month of data to make, in parallel with other tests. */
export const timeout = 5 * patienceMs

/** Processor time of a process so far; undefined where it is not available. */
export function cpuSecondsOf({ child }: Server): number | undefined {
  try {
    const [, numbers = ''] = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(
      /\) (?=[A-Z] )/,
    )
    const [user = 0, system = 0] = numbers.split(' ').slice(11, 13).map(Number)
    return (user + system) / 100
  } catch {
    return undefined
  }
}

/** The typed client of a user signed in to a demo. */
export async function signIn(server: Server, login: string) {
  const { password } = demoUsers.find((user) => user.login === login) ?? { password: '' }
  const answer = await server.call('POST', '/api/login', { input: { user: login, password } })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '')
  const proof = /^CORTEX-XSRF-TOKEN=(.*)$/
  const client = createClient(contract, {
    baseUrl: server.address,
    headers: () => ({
      cookie: cookies.join('; '),
      'x-cortex-xsrf-token': cookies.map((cookie) => proof.exec(cookie)?.[1]).find(Boolean) ?? '',
    }),
  })
  return { status: answer.status, client }
}

export async function withDatabase<T>(
  folder: string,
  work: (db: Awaited<ReturnType<typeof openDatabase>>['db']) => Promise<T>,
) {
  const { db, close } = await openDatabase({ file: join(folder, 'assay.sqlite') })
  try {
    return await work(db)
  } finally {
    await close()
  }
}
