import { expect, it } from 'vitest'
import { notAsked } from './not-asked.ts'

const known = (name: string, ...dataTypeList: string[]) => ({
  id: `${name}_1_0`,
  name,
  dataTypeList,
})
const enabled = (name: string, ...dataTypeList: string[]) => ({
  name: `Our ${name}`,
  workerDefinitionId: `${name}_1_2`,
  dataTypeList,
})

it.each([
  ['one that is disabled', [], [known('Assay_IP', 'ip')], ['IP (not enabled on the server)']],
  [
    'one that is enabled in another version',
    [enabled('Assay_IP', 'ip')],
    [known('Assay_IP', 'ip')],
    [],
  ],
  ['one for other types', [], [known('Assay_File', 'file')], []],
  [
    'one that may not take the type',
    [enabled('Assay_Lists', 'domain')],
    [known('Assay_Lists', 'ip', 'domain')],
    ['Our Assay_Lists (not enabled for type ip)'],
  ],
  [
    'several, ours first',
    [],
    [known('Abuse', 'ip'), known('Assay_IP', 'ip'), known('Assay_Feeds', 'ip')],
    ['Feeds, IP and Abuse (not enabled on the server)'],
  ],
])('says who did not look: %s', (_, workers, catalogue, expected) => {
  expect(notAsked('ip', workers, catalogue)).toEqual(expected)
})

it('names twenty of a large catalog, and counts the rest', () => {
  const catalogue = Array.from({ length: 130 }, (_, at) => known(`Program${at}`, 'ip'))
  const [text = ''] = notAsked('ip', [], catalogue)
  expect(text.split(', ')).toHaveLength(20)
  expect(text).toContain(' and 110 more (not enabled')
})
