import { expect, it } from 'vitest'
import { analyzerName } from './analyzer-name.ts'

it.each([
  ['Assay_Lists_1_0', 'Block lists'],
  ['Assay_IP_1_0', 'Address'],
  ['Assay_User_Agent_2_1', 'User agent'],
  ['Assay_New_1_0', 'New'],
  ['VirusTotal_GetReport_3_1', 'VirusTotal GetReport'],
  ['Our own', 'Our own'],
  ['_1_0', '_1_0'],
])('%s is called %s', (name, title) => {
  expect(analyzerName(name)).toBe(title)
})
