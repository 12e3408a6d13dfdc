import { createHash } from 'node:crypto'
import type { InvestigationValue } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import type { Exchanged, ExchangedItem } from '../../domain/report-exchange.ts'
import type { InvestigationRow } from './store.ts'

const worstFirst = ['malicious', 'suspicious', 'safe'] as const

/** An investigation as other platforms take it. What goes to sensors is decided by people: indicators only where one has. */
export function exchangedInvestigation(
  row: InvestigationRow,
  values: readonly InvestigationValue[],
  headlines: ReadonlyMap<string, string>,
): Exchanged {
  const levels = new Set(values.map(({ level }) => level))
  const verdict = worstFirst.find((level) => levels.has(level))
  return {
    id: `investigation ${row.id}`,
    title: row.name,
    date: row.created_at,
    tlp: row.tlp,
    ...(verdict === undefined ? {} : { verdict }),
    items: values.map((value) => itemOf(value, headlines.get(value.key))),
  }
}

/**
 * Some of its values. A platform that has the whole already must not take these for a new version of
 * it, so they go under a separate id.
 */
export function exchangedValues(
  row: InvestigationRow,
  values: readonly InvestigationValue[],
  keys: readonly string[],
  headlines: ReadonlyMap<string, string>,
): Exchanged {
  const wanted = new Set(keys)
  const some = values.filter(({ key }) => wanted.has(key))
  if (some.length < wanted.size) {
    const known = new Set(values.map(({ key }) => key))
    throw badRequest(
      `keys: ${keys.find((key) => !known.has(key))} is not an observable of the investigation`,
    )
  }
  const whole = exchangedInvestigation(row, some, headlines)
  if (some.length === values.length) return whole
  const chosen = createHash('sha256')
    .update([...wanted].sort().join(' '))
    .digest('hex')
  return { ...whole, id: `${whole.id} ${chosen}` }
}

function itemOf(
  { dataType, data, hash, filename, level, decision }: InvestigationValue,
  headline: string | undefined,
): ExchangedItem {
  const said = headline === undefined ? '' : `: ${headline}`
  const message =
    level === null
      ? {}
      : { message: `${level}${said}`, ...(headline === undefined ? {} : { headline }) }
  const decided = decision ? { decided: decision.level, decidedAt: decision.at } : {}
  return hash === undefined
    ? { dataType, value: data ?? '', ...message, ...decided }
    : { dataType: 'file', value: filename ?? hash, sha256: hash, ...message, ...decided }
}
