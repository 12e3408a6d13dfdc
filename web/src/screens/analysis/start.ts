import type { contract, Input } from '@assay/contract'
import { api } from '../../base/api.ts'
import { readAgain } from '../../base/data/cache.ts'
import { keyOf } from '../../base/data/keys.ts'
import { type Submission, submit } from '../../base/data/submit.ts'
import { shortTime } from '../../base/model/times.ts'
import { counted } from '../../base/texts/index.ts'
import { mailSubject } from './mail-subject.ts'
import type { Pair } from './plan.ts'
import type { Row } from './rows.ts'
import type { Sendable } from './sender.ts'
import { sendInto } from './sending.ts'

export type RunOptions = Pick<Submission, 'tlp' | 'pap' | 'message' | 'parameters' | 'force'>

/** What is sent, one of each pair. */
export const sendablesOf = (pairs: readonly Pair[], options: RunOptions): Sendable[] =>
  pairs.map(({ row, analyzer, dataType }) => {
    const submission = { ...options, analyzerId: analyzer.id, dataType, value: row.value }
    return {
      key: `${analyzer.id}\n${row.key}`,
      analyzerId: analyzer.id,
      send: ({ force }) => submit({ ...submission, force: force || options.force === true }),
    }
  })

type Value = NonNullable<Input<typeof contract.createInvestigation>['values']>[number]

/** A file is known by its hash once a job about it exists; the job brings it along. */
const textValues = (rows: readonly Row[]): Value[] =>
  rows.flatMap(({ dataType, value }) =>
    typeof value === 'string' ? [{ dataType, data: value }] : [],
  )

interface Started {
  readonly rows: readonly Row[]
  readonly pairs: readonly Pair[]
  readonly options: RunOptions
  readonly owner: string
}

/** Saved before anything is sent, so it can be opened from everywhere. Returns its id. */
export async function startInvestigation({ rows, pairs, options, owner }: Started) {
  const { id } = await api.createInvestigation({
    name: await nameFor(rows),
    tlp: options.tlp,
    pap: options.pap,
    values: textValues(rows),
  })
  sendInto(id, owner, sendablesOf(pairs, options))
  await readAgain(keyOf('investigations'))
  return id
}

/** More values for one that exists. */
export async function addToInvestigation(id: string, { rows, pairs, options, owner }: Started) {
  const values = textValues(rows)
  if (values.length > 0) await api.addToInvestigation({ id }, { values })
  await readAgain(keyOf('investigation', id))
  sendInto(id, owner, sendablesOf(pairs, options))
}

const maxName = 200
/** So distant that the day is named, too. */
const day = 86_400_000

/** The subject of the first mail, or how many values there are and since when. */
async function nameFor(rows: readonly Row[]): Promise<string> {
  for (const { dataType, value } of rows) {
    const subject = /^mail[-_]subject$/.test(dataType) && typeof value === 'string' ? value : ''
    const found = subject || (value instanceof File ? await mailSubject(value) : '')
    const name = found.replace(/\p{C}+|\s+/gu, ' ').trim()
    if (name !== '') return name.slice(0, maxName)
  }
  const now = Date.now()
  return `${counted('analysis.nameValues', rows.length)}, ${shortTime(now, now + day)}`
}
