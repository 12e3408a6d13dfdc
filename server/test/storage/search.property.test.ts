import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { everyOrganization } from '../../src/domain/caller.ts'
import type { Criteria } from '../../src/domain/criteria.ts'
import { collected } from '../../src/domain/rows.ts'
import { search } from '../../src/storage/search/search.ts'
import type { OrganizationTable, UserTable } from '../../src/storage/tables/identity.ts'
import { criteriaOf } from '../criteria.ts'
import { databases } from '../databases.ts'
import { searchInMemory } from '../search-evaluator.ts'
import { organization, organizations, replaceRows, user, users } from '../search-fixtures.ts'

/** Few letters, so values collide; and all that means something to LIKE, GLOB, JSON or SQL. */
const letters = [
  ...['a', 'A', 'b', 'é', 'É', 'ß', 'ω', 'Ω', '日', '1', '5'],
  ...[' ', '-', '.', '%', '_', '[', ']', '*', '?', '\\', "'", '"', '{', '\n', '\uFFFD', '😀'],
]
const letter = fc.constantFrom(...letters)
const text = fc.array(letter, { maxLength: 4 }).map((parts) => parts.join(''))
const phrase = fc.array(text, { maxLength: 3 }).map((parts) => parts.join(' '))
const wholeNumber = fc.constantFrom(-7, -1, 0, 1, 2, 5, 15, 1_700_000_000_000, 2 ** 53 - 1)

const names = fc.uniqueArray(text, { minLength: 1, maxLength: 3 })

const rows = names.chain((organizationNames) =>
  fc.record({
    organizations: fc.tuple(
      ...organizationNames.map((name) =>
        fc
          .record({ description: phrase, created_at: wholeNumber })
          .map((values): OrganizationTable => organization({ ...values, name })),
      ),
    ),
    users: fc.uniqueArray(
      fc
        .record({
          login: text,
          organization: fc.constantFrom(...organizationNames),
          name: text,
          roles: fc.array(text, { maxLength: 3 }).map((list) => JSON.stringify(list)),
          status: fc.constantFrom('Active', 'Locked'),
          avatar: fc.option(phrase),
          preferences: phrase,
          created_at: wholeNumber,
          updated_at: fc.option(wholeNumber),
          updated_by: fc.option(text),
        })
        .map((values): UserTable => user(values)),
      { selector: ({ login }) => login, maxLength: 12 },
    ),
  }),
)

const texts = ['_id', 'login', 'organization', 'name', 'status', 'note', 'motto', 'updatedBy']
const numbers = ['rate', 'updatedAt', 'createdAt']
const anyField = fc.constantFrom(...texts, ...numbers, 'roles', 'flag', 'nobody', 'constructor')

const wantedText = fc.oneof(text, phrase, fc.constantFrom('Ok', 'Active', 'admin', '5'))
const wantedNumber = fc.oneof(
  wholeNumber,
  wholeNumber.map(String),
  fc.constantFrom(0.5, -0.5, 1.5, '1.5', 1e300, -1e300, '-0'),
)
const fieldAndValue = fc.oneof(
  fc.record({ field: fc.constantFrom(...texts), value: fc.oneof(wantedText, wholeNumber) }),
  fc.record({ field: fc.constantFrom('roles', 'nobody'), value: wantedText }),
  fc.record({ field: fc.constantFrom(...numbers), value: wantedNumber }),
  fc.record({ field: fc.constant('flag'), value: fc.constantFrom(true, false, 'true', 'false') }),
)
const bounds = <T>(value: fc.Arbitrary<T>) =>
  fc.record({ gt: value, gte: value, lt: value, lte: value }, { requiredKeys: [] })
const pattern = fc.array(fc.oneof(letter, fc.constantFrom('*', '?')), { maxLength: 5 })
const words = fc.constantFrom('any' as const, 'all' as const)

const leaf: fc.Arbitrary<Criteria> = fc.oneof(
  fieldAndValue.map((values): Criteria => ({ kind: 'equals', ...values })),
  fc
    .tuple(fieldAndValue, fc.array(fieldAndValue, { maxLength: 4 }))
    .map(([first, more]): Criteria => {
      const same = more.filter(({ field }) => field === first.field)
      return { kind: 'in', field: first.field, values: [first, ...same].map(({ value }) => value) }
    }),
  fc
    .record({ field: fc.constantFrom(...texts, 'nobody'), bounds: bounds(wantedText) })
    .map((values): Criteria => ({ kind: 'range', ...values })),
  fc
    .record({ field: fc.constantFrom(...numbers), bounds: bounds(wantedNumber) })
    .map((values): Criteria => ({ kind: 'range', ...values })),
  anyField.map((field): Criteria => ({ kind: 'exists', field })),
  fc
    .tuple(fieldAndValue, words)
    .map(([values, words]): Criteria => ({ kind: 'like', ...values, words })),
  fc
    .tuple(fc.constantFrom(...texts, 'roles', 'nobody'), pattern)
    .map(([field, parts]): Criteria => ({ kind: 'wildcard', field, pattern: parts.join('') })),
  fc
    .record({
      field: fc.constantFrom(...texts, 'roles', 'nobody'),
      text,
      position: fc.constantFrom('start' as const, 'end' as const, 'anywhere' as const),
    })
    .map((values): Criteria => ({ kind: 'part', ...values })),
  fc
    .tuple(wantedText, words)
    .map(([value, words]): Criteria => ({ kind: 'anywhere', value, words })),
  pattern.map((parts): Criteria => ({ kind: 'anywhere-wildcard', pattern: parts.join('') })),
  fc.constantFrom<Criteria>(
    { kind: 'all' },
    { kind: 'none' },
    { kind: 'type', type: 'user' },
    { kind: 'type', type: 'job' },
  ),
)

const criteria = criteriaOf(leaf, (inner) =>
  (['parent', 'child'] as const).map((kind) =>
    fc
      .tuple(inner, fc.constantFrom('organization', 'user', 'job'))
      .map(([of, type]): Criteria => ({ kind, type, of })),
  ),
)

const range = fc.record({ offset: fc.nat(4), limit: fc.integer({ min: 1, max: 6 }) })
const sortOf = (fields: string[]) =>
  fc.array(fc.record({ field: fc.constantFrom(...fields), descending: fc.boolean() }), {
    maxLength: 3,
  })

const request = fc.oneof(
  fc.record({
    model: fc.constant('users' as const),
    criteria,
    range,
    sort: sortOf([...texts, ...numbers, 'flag']),
  }),
  fc.record({
    model: fc.constant('organizations' as const),
    criteria,
    range,
    sort: sortOf(['_id', 'description', 'createdAt']),
  }),
)

describe.each(databases)('$name: any search', ({ open }) => {
  it('finds the same rows in the same order as plain loops', async () => {
    const { db, dialect } = await open()
    const ask = async ({
      model,
      ...wanted
    }: typeof request extends fc.Arbitrary<infer R> ? R : never) => {
      if (model === 'users') {
        const read = { ...wanted, columns: ['login'] as const }
        const found = await search(db, dialect, users, read, everyOrganization)
        return {
          ids: (await collected(found.batches)).map(({ login }) => login),
          total: found.total,
        }
      }
      const read = { ...wanted, columns: ['name'] as const }
      const found = await search(db, dialect, organizations, read, everyOrganization)
      return { ids: (await collected(found.batches)).map(({ name }) => name), total: found.total }
    }

    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.array(request, { minLength: 8, maxLength: 8 }),
        async (all, asked) => {
          await replaceRows(db, all)
          const world = { users: all.users.map(asRow), organizations: all.organizations.map(asRow) }

          for (const one of asked) {
            const model = one.model === 'users' ? users : organizations
            expect(await ask(one)).toEqual(searchInMemory(world, model, one))
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

const asRow = (row: object): Record<string, unknown> => ({ ...row })
