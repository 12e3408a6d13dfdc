import { type SqlBool, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { globMatches, hasWord, hasWordLike } from '../../src/domain/words.ts'
import { databases } from '../databases.ts'

const texts = [
  'Phishing mail',
  'phishing',
  'PHISH',
  '8.8.8.8',
  'user_name@example.org',
  'Größe naïve Ωμέγα ЖУК',
  '日本語',
  'one\ntwo\\three',
  '100% [a-z] (b) {c} ^$ . | ? *',
  "o'brien; drop table users --",
  'fox 🦊 fox',
  '',
  '   ',
]

describe.each(databases)('$name: dialect', ({ name, open }) => {
  it('finds words as the rule does', async () => {
    const { db, dialect } = await open()
    const lists = [
      ['mail'],
      ['spam', 'phish'],
      ['8'],
      ['größe'],
      ['жук', '日本語'],
      ['two'],
      ['a'],
      ["o'brien"],
      ['.*'],
      ['a|b'],
      ['***:a'],
      [''],
      [],
    ]

    for (const words of lists) {
      const found = await matching(db, (text) => dialect.hasWord(text, words))
      expect(found, JSON.stringify(words)).toEqual(
        texts.filter((text) => hasWord(text, new Set(words))),
      )
    }
  })

  it('finds words by pattern as the rule does', async () => {
    const { db, dialect } = await open()
    const patterns = 'phish* *ing m?il * ? ?? ** *?* gr??e ж*к 日* 8 b c a-z .* [a-z] \\* (b) |'

    for (const pattern of [...patterns.split(' '), '', 'phishing mail', '🦊']) {
      const found = await matching(db, (text) => dialect.hasWordLike(text, pattern))
      expect(found, pattern).toEqual(texts.filter((text) => hasWordLike(text, pattern)))
    }
  })

  it('matches whole values by pattern as the rule does', async () => {
    const { db, dialect } = await open()
    const patterns = [
      ...['Phishing*', 'phishing*', '*mail', '8.8.8.?', '*[a-z]*', '100%*', '%', '_*', '*_name*'],
      ...['*\\*', '\\*', 'one?two*', '日本?', '*🦊*', 'fox ? fox', '*drop table*', '*', '', '?'],
      ...['*]*', '*[[]*', '*^*', "o'*", '*a*e*i*'],
    ]

    for (const pattern of patterns) {
      const found = await matching(db, (text) => dialect.glob(text, pattern))
      expect(found, pattern).toEqual(texts.filter((text) => globMatches(text, pattern)))
    }
  })

  it('finds nothing in what is null', async () => {
    const { db, dialect } = await open()
    const nothing = sql`cast(null as text)`
    const conditions = [
      dialect.hasWord(nothing, ['a']),
      dialect.hasWordLike(nothing, '*'),
      dialect.glob(nothing, '*'),
      dialect.listContains(nothing, 'a'),
    ]

    for (const condition of conditions) {
      const { rows } = await sql`select 1 as hit where ${condition}`.execute(db)
      expect(rows).toEqual([])
    }
  })

  it.each([
    ['read', true],
    ['analyze', true],
    ['rea', false],
    ['orgadmin', false],
    ['"read"', false],
    ["x') or 1=1 --", false],
  ])('finds an element of a list: %s %s', async (role, expected) => {
    const { db, dialect } = await open()
    await db.insertInto('meta').values({ name: 'roles', value: '["read","analyze"]' }).execute()

    const rows = await db
      .selectFrom('meta')
      .select('name')
      .where((eb) => dialect.listContains(eb.ref('meta.value'), role))
      .execute()

    expect(rows.length > 0).toBe(expected)
  })

  it('sorts and compares text by bytes', async () => {
    const { db, dialect } = await open()
    const names = ['a', 'B', 'A', 'b', 'ä', 'Z', '_', '1', 'é', '日', '🦊', '', ' ']
    for (const text of names) {
      await db.insertInto('meta').values({ name: text, value: 'x' }).execute()
    }

    const sorted = await db
      .selectFrom('meta')
      .select('name')
      .orderBy((eb) => dialect.orderText(eb.ref('name')))
      .execute()
    const plain = await db.selectFrom('meta').select('name').orderBy('name').execute()
    const above = await db.selectFrom('meta').select('name').where('name', '>', 'a').execute()

    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect(sorted.map((row) => row.name)).toEqual(byBytes)
    expect(plain).toEqual(sorted)
    expect(above.map((row) => row.name).sort()).toEqual(['b', 'ä', 'é', '日', '🦊'].sort())
  })

  it('knows a unique violation from other errors', async () => {
    const { db, dialect } = await open()
    const insert = () => db.insertInto('meta').values({ name: 'a', value: 'b' }).execute()
    await insert()

    const double = await insert().catch((error: unknown) => error)
    const inTransaction = await db
      .transaction()
      .execute((tx) => tx.insertInto('meta').values({ name: 'a', value: 'b' }).execute())
      .catch((error: unknown) => error)
    const other = await sql`select nothing from nowhere`
      .execute(db)
      .catch((error: unknown) => error)

    expect(dialect.isUniqueViolation(double)).toBe(true)
    expect(dialect.isUniqueViolation(inTransaction)).toBe(true)
    expect(dialect.isUniqueViolation(other)).toBe(false)
    expect(dialect.isUniqueViolation(undefined)).toBe(false)
  })

  it('locks rows, so two writers count one after the other', async () => {
    const { db, dialect } = await open()
    await db.insertInto('meta').values({ name: 'count', value: '0' }).execute()

    await Promise.all(
      Array.from({ length: 8 }, () =>
        db.transaction().execute(async (tx) => {
          const row = await dialect
            .lockRow(tx.selectFrom('meta').select('value').where('name', '=', 'count'))
            .executeTakeFirstOrThrow()
          const value = String(Number(row.value) + 1)
          await tx.updateTable('meta').set({ value }).where('name', '=', 'count').execute()
        }),
      ),
    )

    expect(await db.selectFrom('meta').select('value').execute()).toEqual([{ value: '8' }])
  })

  it('hands counts, sums, moments and own ids back as numbers', async () => {
    const { db } = await open()
    const at = 1_763_172_000_123
    const entry = { actor: 'a', action: 'b', object_type: 'c', object_id: 'd', details: '{}' }
    const added = await db
      .insertInto('audit')
      .values({ ...entry, at, address: '', request_id: '' })
      .returning(['id', 'at'])
      .execute()

    const sums = await db
      .selectFrom('audit')
      .select(({ fn }) => [fn.countAll().as('count'), fn.sum('at').as('sum')])
      .executeTakeFirstOrThrow()

    expect(added).toEqual([{ id: 1, at }])
    expect(sums).toEqual({ count: 1, sum: at })
  })

  it('is the one it says it is', async () => {
    const { dialect } = await open()

    expect(dialect.name).toBe(name)
  })
})

type TestDb = Awaited<ReturnType<(typeof databases)[number]['open']>>['db']

async function matching(
  db: TestDb,
  condition: (text: ReturnType<typeof sql.ref>) => ReturnType<typeof sql<SqlBool>>,
): Promise<string[]> {
  const rows = sql.join(texts.map((text, index) => sql`(${sql.lit(index)}, ${text})`))
  const found = await sql<{ text: string }>`with sample (id, text) as (values ${rows})
    select text from sample where ${condition(sql.ref('sample.text'))} order by id`.execute(db)
  return found.rows.map(({ text }) => text)
}
