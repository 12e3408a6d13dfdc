import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { everyOrganization, type Scope } from '../../domain/caller.ts'
import type { Db } from '../database.ts'
import { always } from './conditions.ts'
import { type AnyModel, columnOf } from './model.ts'

type Condition = Expression<SqlBool>

/**
 * Here the types are let go: Kysely cannot work out the rows of a table that is a type parameter.
 * `SearchModel<T>` and `Column<T>` hold table and columns together at the calls, and `readRows`
 * gives the rows their type back.
 */
export const untyped = (db: Db) => db as unknown as Kysely<Record<string, Record<string, unknown>>>

export const rowsWhere = (db: Db, model: AnyModel, where: Condition) =>
  untyped(db).selectFrom(model.table).where(where)

export const inScope = (model: AnyModel, scope: Scope): Condition =>
  scope === everyOrganization
    ? always
    : sql<SqlBool>`${columnOf(model.table, model.organization)} = ${scope}`
