import {
  type CreateTableBuilder,
  type Expression,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import { wordsOf } from '../../domain/words.ts'
import { postgresRowCounts, type RowCounts, sqliteRowCounts } from './row-counts.ts'
import { comparedLength, walksTexts } from './text-walk.ts'

/** Everything in which the two databases differ. What a caller gave is always bound. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'

  /** Column type of moments and counts: 64 bits, a JavaScript number on this side. */
  readonly integer: RawBuilder<unknown>
  /** Column type of text that sorts by bytes. */
  readonly text: RawBuilder<unknown>
  tableOptions<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>
  /** Adds a primary key that counts up. */
  autoIncrement<T extends string, C extends string, N extends string>(
    table: CreateTableBuilder<T, C>,
    column: N,
  ): CreateTableBuilder<T, C | N>
  /** Until the end of the transaction no other process migrates this database. */
  lockMigrations(transaction: QueryExecutorProvider): Promise<void>

  /** Until the end of the transaction no other one passes this line with the same key. */
  lockKey(transaction: QueryExecutorProvider, key: number): Promise<void>

  /** Keeps the rows from other writers until the transaction ends. */
  lockRow<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** The same, but rows of other tables that refer to them may be added meanwhile. */
  lockContent<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** The same as `lockRow`, skipping locked rows. */
  skipLocked<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  /** Keeps the rows from being removed until the transaction ends; others may lock them too. */
  holdRow<DB, TB extends keyof DB, O>(
    query: SelectQueryBuilder<DB, TB, O>,
  ): SelectQueryBuilder<DB, TB, O>
  isUniqueViolation(error: unknown): boolean
  readonly rowCounts: RowCounts

  /** A column that holds a JSON array of strings holds this one. */
  listContains(column: Expression<unknown>, value: string): RawBuilder<SqlBool>
  /** A JSON array of strings as rows of the one column `element.value`, for a `from`. */
  listElements(list: Expression<unknown>): RawBuilder<unknown>
  /**
   * From here to `comparedPart` everything is marked as walking texts, and at most `comparedLength`
   * of a text is compared: a pattern cannot be used without either.
   */
  /** One of the words (lower case) is a word of the text; see `domain/words.ts`. */
  hasWord(text: Expression<unknown>, words: readonly string[]): RawBuilder<SqlBool>
  /** A word of the text matches the glob (lower case). */
  hasWordLike(text: Expression<unknown>, pattern: string): RawBuilder<SqlBool>
  /** The whole value matches; `*` any run, `?` one character; capitals count. */
  glob(text: Expression<unknown>, pattern: string): RawBuilder<SqlBool>
  /** The text begins with, ends with or contains the part. `anyCase` ignores case. */
  hasPart(text: Expression<unknown>, part: Part): RawBuilder<SqlBool>
  /** A short text in lowercase contains the part: for many rows, so nothing is called for each. */
  containsText(text: Expression<unknown>, part: string): RawBuilder<SqlBool>
  /**
   * The value of an entry of a JSON object { name: { value } }, null unless it is of this kind; a
   * boolean is 0 or 1.
   */
  memberValue(
    object: Expression<unknown>,
    name: string,
    kind: 'string' | 'number' | 'boolean',
  ): RawBuilder<unknown>
  /** Bytes of the UTF-8 form of a text, from the first-th on; the whole text is read for it. */
  bytesOf(text: Expression<unknown>, from: number, length: number): RawBuilder<Uint8Array>
  /** As much of a text as is compared; for orders and groups. */
  comparedPart(text: Expression<unknown>): RawBuilder<string>
  /** A JSON array of these texts. */
  listOf(texts: readonly Expression<unknown>[]): RawBuilder<string>
  /** Compares and sorts by bytes, which for UTF-8 is the order of code points. */
  orderText(text: Expression<unknown>): RawBuilder<string>
}

export interface Part {
  readonly text: string
  readonly position: 'start' | 'end' | 'anywhere'
  readonly anyCase: boolean
}

const never = sql<SqlBool>`1 = 0`

export const sqlite: Dialect = {
  name: 'sqlite',

  integer: sql`integer`,
  text: sql`text`,
  // Without STRICT a text in an integer column is stored as it comes.
  tableOptions: (table) => table.modifyEnd(sql`strict`),
  autoIncrement: (table, column) =>
    table.addColumn(column, sql`integer`, (id) => id.primaryKey().autoIncrement()),
  // A transaction begins with BEGIN IMMEDIATE, which is the lock.
  lockMigrations: async () => {},
  lockKey: async () => {},

  // One writer at a time: inside a transaction no other changes a row.
  lockRow: (query) => query,
  lockContent: (query) => query,
  skipLocked: (query) => query,
  holdRow: (query) => query,
  isUniqueViolation: (error) => {
    const code = propertyOf(error, 'errcode')
    return code === sqliteUnique || code === sqlitePrimaryKey
  },
  rowCounts: sqliteRowCounts,

  listContains: (column, value) =>
    sql`exists (select 1 from json_each(${column}) as element where element.value = ${value})`,
  listElements: (list) => sql`json_each(${list}) as element`,
  hasWord: (text, words) =>
    walksTexts(sql`word_match(${beginning(text)}, ${JSON.stringify(words)}) = 1`),
  hasWordLike: (text, pattern) => walksTexts(sql`word_glob(${beginning(text)}, ${pattern}) = 1`),
  glob: (text, pattern) => globbed(text, pattern.replaceAll('[', '[[]')),
  hasPart: (text, { text: part, position, anyCase }) =>
    anyCase
      ? walksTexts(sql`has_part(${beginning(text)}, ${part.toLowerCase()}, ${position}) = 1`)
      : globbed(text, openEnded(part.replaceAll(/[*?[]/g, '[$&]'), position, '*')),
  containsText: (text, part) => walksTexts(sql<SqlBool>`instr(${text}, ${part}) > 0`),
  // A path such as $."name" would have to be escaped; a key is compared as it is.
  memberValue: (object, name, kind) =>
    walksTexts(sql`(select json_extract(member.value, '$.value') from json_each(${object}) as member
      where member.key = ${name} and json_type(member.value, '$.value') in (${jsonTypes[kind]}))`),
  bytesOf: (text, from, length) =>
    walksTexts(sql`substr(cast(${text} as blob), ${from}, ${length})`),
  comparedPart: (text) => walksTexts(beginning(text)),
  listOf: (texts) => sql`json_array(${sql.join(texts)})`,
  orderText: (text) => sql`${text}`,
}

export const postgres: Dialect = {
  name: 'postgres',

  integer: sql`bigint`,
  // A linguistic collation changes with the C library of the machine and then breaks indexes on
  // text; it would also sort otherwise than SQLite and keep LIKE 'a%' from using the index.
  text: sql`text collate "C"`,
  tableOptions: (table) => table,
  autoIncrement: (table, column) =>
    table.addColumn(column, sql`bigint`, (id) => id.primaryKey().generatedByDefaultAsIdentity()),
  lockMigrations: async (transaction) => {
    // Limits are for requests; a second starter waits as long as the first works.
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local lock_timeout = 0`.execute(transaction)
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction)
    // For tables that others use, an administrator's limit holds: the migration is run again then.
    await sql`set local lock_timeout to default`.execute(transaction)
  },
  lockKey: async (transaction, key) => {
    await sql`select pg_advisory_xact_lock(${key})`.execute(transaction)
  },

  lockRow: (query) => query.forUpdate(),
  lockContent: (query) => query.forNoKeyUpdate(),
  skipLocked: (query) => query.forUpdate().skipLocked(),
  holdRow: (query) => query.forKeyShare(),
  isUniqueViolation: (error) => propertyOf(error, 'code') === '23505',
  rowCounts: postgresRowCounts,

  listContains: (column, value) =>
    sql`exists (select 1 from jsonb_array_elements_text((${column})::jsonb) as element (value)
      where element.value = ${value})`,
  listElements: (list) => sql`jsonb_array_elements_text((${list})::jsonb) as element (value)`,
  hasWord: (text, words) => {
    // What is not a word can match no word of a text; and letters and digits need no escape.
    const whole = words.filter((word) => wordsOf(word)[0] === word)
    return whole.length > 0 ? matchesWord(text, whole.join('|')) : never
  },
  hasWordLike: (text, pattern) => {
    const literal = pattern.replaceAll(/[*?]/g, '')
    if (literal !== '' && wordsOf(literal)[0] !== literal) return never
    if (pattern === '') return never
    const regex = pattern.replaceAll('?', '[[:alnum:]]').replaceAll(/\*+/g, '[[:alnum:]]*')
    // `*` alone matches any word at all, not the empty one.
    return matchesWord(text, regex.replace(/^\[\[:alnum:\]\]\*$/, '[[:alnum:]]+'))
  },
  glob: (text, pattern) => {
    const like = pattern
      .replaceAll(/[\\%_]/g, '\\$&')
      .replaceAll('*', '%')
      .replaceAll('?', '_')
    return walksTexts(sql`${beginning(text)} like ${like}`)
  },
  hasPart: (text, { text: part, position, anyCase }) => {
    const like = openEnded(part.replaceAll(/[\\%_]/g, '\\$&'), position, '%')
    return anyCase
      ? walksTexts(
          sql`${lowered(beginning(text))} like lower(cast(${like} as text) collate "default")`,
        )
      : walksTexts(sql`${beginning(text)} like ${like}`)
  },
  containsText: (text, part) =>
    walksTexts(sql<SqlBool>`strpos(${text}, cast(${part} as text)) > 0`),
  memberValue: (object, name, kind) => {
    const value = sql`((${object})::jsonb -> cast(${name} as text) -> 'value')`
    const text = sql`(${value} #>> '{}')`
    const read = {
      string: text,
      number: sql`${text}::numeric`,
      boolean: sql`${text}::boolean::int`,
    }
    return walksTexts(
      sql`(case when jsonb_typeof(${value}) = ${sql.lit(kind)} then ${read[kind]} end)`,
    )
  },
  bytesOf: (text, from, length) =>
    walksTexts(
      sql`substr(convert_to(${text}, 'UTF8'), cast(${from} as int), cast(${length} as int))`,
    ),
  comparedPart: (text) => walksTexts(beginning(text)),
  listOf: (texts) => sql`json_build_array(${sql.join(texts)})::text`,
  orderText: (text) => sql`${text} collate "C"`,
}

/** SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
const sqliteUnique = 2067
const sqlitePrimaryKey = 1555

/** Any number that no other program on the same server uses; these are the letters `assay`. */
const migrationLock = 0x61_73_73_61_79

const matchesWord = (text: Expression<unknown>, regex: string) =>
  walksTexts(
    sql<SqlBool>`${lowered(beginning(text))} ~ ${`(^|[^[:alnum:]])(${regex})([^[:alnum:]]|$)`}`,
  )

const beginning = (text: Expression<unknown>) =>
  sql<string>`substr(${text}, 1, ${sql.lit(comparedLength)})`

/** GLOB itself cannot be interrupted: the call before it can, once per text. */
const globbed = (text: Expression<unknown>, pattern: string) =>
  walksTexts(sql<SqlBool>`(still_wanted() and ${beginning(text)} glob ${pattern})`)

/** The collation of our columns knows only ASCII letters; that of the database knows the others. */
const lowered = (text: Expression<unknown>) => sql`lower((${text}) collate "default")`

const openEnded = (part: string, position: Part['position'], rest: string) =>
  `${position === 'start' ? '' : rest}${part}${position === 'end' ? '' : rest}`

const jsonTypes = {
  string: sql`'text'`,
  number: sql`'integer', 'real'`,
  boolean: sql`'true', 'false'`,
}

const propertyOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? (error as Error & Record<string, unknown>)[name] : undefined
