import type { Exchanged, ExchangedItem } from '../../domain/report-exchange.ts'
import type { Db } from '../../storage/database.ts'
import { withDecisions } from '../../storage/rows/decisions.ts'
import type { CaseRow } from '../rows.ts'

/** Observables of a case that leave with it; the oldest. */
const maxObservables = 10_000

/** A case as other platforms take it. */
export async function exchangedCase(
  db: Db,
  row: CaseRow,
  { onlyIndicators }: { readonly onlyIndicators: boolean },
): Promise<Exchanged> {
  const observables = await db
    .selectFrom('observables')
    .select(['data_type', 'data', 'attachment_id', 'attachment_name', 'message', 'ioc'])
    .where('organization', '=', row.organization)
    .where('case_id', '=', row.id)
    // Those that users marked first: of a case with very many, these leave.
    .$if(onlyIndicators, (query) => query.orderBy('ioc', 'desc'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxObservables)
    .execute()
  const items = observables.flatMap((one): ExchangedItem[] => {
    const common = {
      isIndicator: one.ioc === 1,
      ...(one.message ? { message: one.message } : {}),
    }
    if (one.attachment_id !== null) {
      const value = one.attachment_name ?? one.attachment_id
      return [{ ...common, dataType: 'file', value, sha256: one.attachment_id }]
    }
    return one.data === null ? [] : [{ ...common, dataType: one.data_type, value: one.data }]
  })
  const decided = await withDecisions(db, row.organization, items, row.id)
  return {
    id: `case ${row.id}`,
    title: `#${row.number} ${row.title}`,
    date: row.start_date,
    tlp: row.tlp,
    items: onlyIndicators
      ? decided.filter((one) => one.isIndicator === true || one.decided === 'malicious')
      : decided,
  }
}
