import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

const statuses = ['Success', 'Success', 'Success', 'Success', 'Failure', 'Deleted'] as const
const dataTypes = ['domain', 'ip', 'hash', 'url', 'other'] as const
const day = 86_400_000

/** Jobs of a year, all ended. Answers the ids of a few hundred of them, spread over all. */
export function fillJobs(file: string, workerId: string, rows: number): string[] {
  const database = new DatabaseSync(file)
  const first = Date.now() - 365 * day
  const stepMs = (365 * day) / rows
  const insert = database.prepare(`insert into jobs (id, organization, type, worker_id, worker_name,
      worker_definition_id, status, data_type, data, data_hash, tlp, pap, message, parameters,
      cache_key, error_message, runner, priority, turn, attempts, start_date, end_date, created_at,
      created_by, updated_at, updated_by)
    values (?, 'bench', 'analyzer', ?, 'Trivial', 'Trivial_1_0', ?, ?, ?, ?, 2, 2, '', '{}', ?, ?,
      'process', 0, 0, 1, ?, ?, ?, 'analyst', ?, 'analyst')`)
  const ids: string[] = []
  const every = Math.max(1, Math.floor(rows / 997))
  database.exec('pragma synchronous = off; pragma cache_size = -262144; begin')
  for (let n = 0; n < rows; n += 1) {
    const at = BigInt(Math.floor(first + n * stepMs))
    const hash = createHash('sha256').update(String(n)).digest()
    const status = statuses[n % statuses.length] as string
    const dataType = dataTypes[n % dataTypes.length] as string
    const id = jobId(Number(at), hash)
    const error = status === 'Failure' ? 'The program ended with 1' : null
    const text = hash.toString('hex')
    insert.run(
      id,
      workerId,
      status,
      dataType,
      `${n}.bench.example`,
      text,
      text,
      error,
      at,
      at,
      at,
      at,
    )
    if (n % every === 0) ids.push(id)
  }
  database.exec('commit; pragma wal_checkpoint(truncate)')
  database.close()
  return ids.toSorted(() => Math.random() - 0.5)
}

/** As the program makes them: the moment first, then chance. */
function jobId(at: number, chance: Buffer): string {
  const bytes = Buffer.from(chance.subarray(0, 15))
  bytes.writeUIntBE(at, 0, 6)
  return bytes.toString('base64url')
}
