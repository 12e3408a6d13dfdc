import { type SqlBool, sql } from 'kysely'
import { alertColumns } from './alert.ts'
import { caseColumns } from './case.ts'

const tables = {
  case: { table: 'cases', columns: caseColumns },
  alert: { table: 'alerts', columns: alertColumns },
} as const

/** The cases or alerts of an organization, for reading many rows by id. */
export const rowsOf = (organization: string, entity: keyof typeof tables) => ({
  ...tables[entity],
  id: 'id',
  scope: sql<SqlBool>`${sql.ref(`${tables[entity].table}.organization`)} = ${organization}`,
})
