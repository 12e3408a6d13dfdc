import { analyzers, type Description } from '@assay/analyzers/descriptions'
import { expect, it } from 'vitest'
import { sampleOf } from './samples.ts'

const ofTypes = Object.values<Description>(analyzers).flatMap(({ name, dataTypes, sample }) =>
  dataTypes.map((dataType) => ({ name, dataType, isThere: dataType !== 'file' || !!sample })),
)

it.each(ofTypes)('$name can be tried with a $dataType', async ({ name, dataType, isThere }) => {
  const found = await sampleOf(`${name}_1_0`, dataType)?.load()
  const isFile = found instanceof File
  expect({ isThere: found !== undefined, isFile }).toEqual({
    isThere,
    isFile: isThere && dataType === 'file',
  })
})

it('programs of others that take files are tried with a mail', async () => {
  const found = await sampleOf('Some_Scanner_2_1', 'file')?.load()
  expect(found).toMatchObject({ name: 'account-blocked.eml', type: 'message/rfc822' })
})

it('there is no sample for a type that is not known', () => {
  expect(sampleOf('Some_Scanner_2_1', 'weather')).toBeUndefined()
})
