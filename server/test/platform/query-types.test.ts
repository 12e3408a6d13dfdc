import { contract } from '@assay/contract'
import { expect, it } from 'vitest'
import { entities, labels } from '../../src/domain/response/query-entities.ts'

it('the contract names a type for everything that a query of version 1 can be about', () => {
  const { anyOf } = contract.queryV1.output as unknown as { anyOf: { description: string }[] }
  const text = anyOf.map(({ description }) => description).join('\n')

  expect(entities.filter((entity) => !text.includes(`\`list${labels[entity]}\``))).toEqual([])
})
