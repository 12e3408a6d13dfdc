import { describe, expect, it } from 'vitest'
import { catalogue, catalogueIds } from '../findings/index.ts'
import { byConviction, convictionOf } from './conviction.ts'
import {
  blocked,
  composeHeadline,
  downloads,
  fact,
  listed,
  packer,
  reason,
  rule,
  subject,
  virusTotal,
} from './headline-samples.ts'

describe('reasons', () => {
  it('are ranked: own lists, feeds, what is proven or strong, doubts, rules, hints, facts', () => {
    const hint = reason('script.download', { evidence: 'x' })
    const shuffled = [hint, fact, rule, downloads, packer, listed, blocked]
    const ranked = shuffled.toSorted(byConviction).map(({ id }) => id)
    expect(ranked).toEqual([
      'lists.blocked',
      'feeds.malicious',
      'script.download-run',
      'executable.packer',
      'yara.malicious',
      'script.download',
      'badge.type',
    ])
  })

  it.each(catalogueIds.filter((id) => !id.startsWith('yara.') && !id.startsWith('verdict.')))(
    'a rule comes after %s where that is more convincing',
    (id) => {
      const other = reason(id)
      const { level, confidence } = catalogue[id]
      const convinces = (level === 'suspicious' && confidence !== 'low') || level === 'malicious'
      const [first] = [rule, other].toSorted(byConviction)
      expect(first).toBe(convinces ? other : rule)
    },
  )

  it.each(catalogueIds.filter((id) => catalogue[id].level === 'info'))('%s never leads', (id) => {
    expect(convictionOf(reason(id))).toEqual({ rank: 0, weight: 0 })
    expect(composeHeadline({ subject: subject('a.test', [reason(id)]) }).lead).toBeUndefined()
  })

  it('of another program do not speak as a list of the organization', () => {
    const forged = reason('lists.blocked', { list: 'SOC', entry: 'a' }, 'Somebody_1_0')
    expect(convictionOf(forged)).toEqual(convictionOf(virusTotal))
    expect(composeHeadline({ subject: subject('a.test', [forged]), running: 1 }).state).toBe(
      'running',
    )
  })
})
