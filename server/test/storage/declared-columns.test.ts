import { columnOf, declaredEntities, isRowColumn } from '@assay/contract/entities'
import { describe, expect, it } from 'vitest'
import { entityColumns } from '../../src/platform/query/columns.ts'
import { customEventColumns } from '../../src/platform/timeline/store.ts'
import { databases } from '../databases.ts'

/** No query reads custom events. */
const readColumns = { ...entityColumns, customEvent: customEventColumns }
const numbers: readonly string[] = ['flag', 'whole', 'moment']

// Migrations are numbered and do not follow the declarations: here the two are compared.
describe.each(databases)('$name: columns of declared entities', ({ open }) => {
  it('are those that the migrations made', async () => {
    const { db } = await open()
    const tables = await db.introspection.getTables()

    for (const [name, declared] of Object.entries(declaredEntities)) {
      const migrated = tables.find((table) => table.name === declared.table)?.columns ?? []
      const read = readColumns[name as keyof typeof declaredEntities]
      expect([...read].sort(), name).toEqual(migrated.map((column) => column.name).sort())

      for (const [attribute, options] of Object.entries(declared.attributes)) {
        const column = migrated.find((each) => each.name === columnOf(attribute, options))
        if (isRowColumn(column?.name ?? '')) continue
        expect({
          attribute,
          isNumber: column?.dataType.toLowerCase() !== 'text',
          isNullable: column?.isNullable,
        }).toEqual({
          attribute,
          isNumber: numbers.includes(options.kind),
          isNullable: 'nullable' in options,
        })
        // Others may have one, too: migration 0012 moved long texts with the help of a default.
        if ('filled' in options) expect(column?.hasDefaultValue, attribute).toBe(true)
      }
    }
  })
})
