import { expect, it } from 'vitest'
import { builtins } from '../index.ts'
import { reportOf } from '../kit/try.ts'
import {
  generatedLabels,
  imitated,
  lookAlikes,
  ordinaryValues,
  type ValueSample,
  valueSamples,
} from './names.ts'

const judges: Readonly<Record<ValueSample['dataType'], string>> = {
  domain: 'Assay_Domain',
  url: 'Assay_Url',
  'user-agent': 'Assay_UserAgent',
  mail: 'Assay_MailAddress',
  filename: 'Assay_Filename',
}

async function judge({ dataType, data }: { dataType: ValueSample['dataType']; data: string }) {
  const builtin = builtins.find(({ description }) => description.name === judges[dataType])
  if (!builtin) throw new Error(`nothing judges ${dataType}`)
  const { full } = await reportOf(await builtin.load(), { dataType, data })
  const findings = (full.findings ?? []) as readonly { id: string; level: string }[]
  return { verdict: full.verdict, ids: findings.map(({ id }) => id) }
}

it.each(valueSamples())('$dataType $data is flagged: $finding', async (sample) => {
  const { verdict, ids } = await judge(sample)
  expect(ids).toContain(sample.finding)
  expect(['suspicious', 'malicious']).toContain(verdict)
})

it.each(ordinaryValues())('$dataType $data is not flagged', async (value) => {
  // A verdict, too: silence would say that nothing looked.
  const { verdict, ids } = await judge(value)
  expect(verdict, ids.join(' ')).toBe('info')
})

it.each(Object.entries(lookAlikes))('%s: 58 of 60 brands are recognized', async (_, make) => {
  const missed: string[] = []
  for (const brand of imitated) {
    const { ids } = await judge({ dataType: 'domain', data: make(brand) })
    if (!ids.includes('domain.resembles')) missed.push(make(brand))
  }
  expect(imitated).toHaveLength(60)
  expect(missed.length, missed.join(' ')).toBeLessThanOrEqual(2)
})

it('nine of ten computed names are recognized', async () => {
  const all = generatedLabels(40)
  let found = 0
  for (const label of all) {
    const { ids } = await judge({ dataType: 'domain', data: `${label}.com` })
    if (ids.includes('domain.generated')) found += 1
  }
  expect(found / all.length).toBeGreaterThan(0.9)
})
