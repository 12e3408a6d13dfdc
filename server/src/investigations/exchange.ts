import type { InvestigationValue } from '@assay/contract'
import type { Exchanged, ExchangedItem } from '../domain/report-exchange.ts'
import type { InvestigationRow } from './store.ts'

const worstFirst = ['malicious', 'suspicious', 'safe'] as const

/** An investigation as other platforms take it. What goes to sensors is decided by people: no indicators. */
export function exchangedInvestigation(
  row: InvestigationRow,
  values: readonly InvestigationValue[],
): Exchanged {
  const levels = new Set(values.map(({ level }) => level))
  const verdict = worstFirst.find((level) => levels.has(level))
  return {
    id: `investigation ${row.id}`,
    title: row.name,
    date: row.created_at,
    tlp: row.tlp,
    ...(verdict === undefined ? {} : { verdict }),
    items: values.map(itemOf),
  }
}

function itemOf({
  dataType,
  data,
  hash,
  filename,
  level,
  reasons,
}: InvestigationValue): ExchangedItem {
  const said = reasons.map(({ text }) => text).join(' ')
  const message = level === null ? {} : { message: `${level}${said === '' ? '' : `: ${said}`}` }
  return hash === undefined
    ? { dataType, value: data ?? '', ...message }
    : { dataType: 'file', value: filename ?? hash, sha256: hash, ...message }
}
