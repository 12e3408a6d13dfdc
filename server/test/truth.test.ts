import { describe, expect, it } from 'vitest'
import { corpus } from '../../scripts/truth/corpus/index.ts'
import { damaged } from '../../scripts/truth/damage.ts'
import { entryTypes } from '../../scripts/truth/entry.ts'
import { leastCorpus, limits } from '../../scripts/truth/limits.ts'
import { measure } from '../../scripts/truth/measure.ts'
import { printRates, ratesOf } from '../../scripts/truth/rates.ts'

const all = corpus()
const harmed = damaged(all)
const of = (kind: string) => all.filter((entry) => entry.kind === kind)

describe('the corpus of npm run truth', () => {
  it('is as large as promised, with samples and benign inputs of each type', () => {
    expect(of('benign').length).toBeGreaterThanOrEqual(leastCorpus.benign)
    expect(of('sample').length).toBeGreaterThanOrEqual(leastCorpus.samples)
    const types = new Set(of('benign').map(({ type }) => type))
    expect(entryTypes.filter((type) => type !== 'other file' && !types.has(type))).toEqual([])
  })

  it('names each entry once and each sample with the findings that fit', () => {
    const names = [...all, ...harmed].map(({ type, name }) => `${type} ${name}`)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect(of('sample').filter(({ reason }) => reason === undefined)).toEqual([])
  })
})

/** Every tenth of each kind and type, about 200; the whole corpus is for `npm run truth`. */
const step = 10
const some = (entries: typeof all) => {
  const counts = new Map<string, number>()
  return entries.filter(({ kind, type }) => {
    const count = counts.get(kind + type) ?? 0
    counts.set(kind + type, count + 1)
    return count % step === 0
  })
}

describe('verdicts', () => {
  it('keep what they promise on a part of the corpus', async () => {
    const small = harmed.filter(({ content }) => (content?.length ?? 0) < 200_000)
    const rates = ratesOf(await measure([...some(all), ...some(small)]))
    const text = printRates(rates)
    expect(rates.all.flagged / rates.all.benign, text).toBeLessThanOrEqual(limits.flagged)
    expect(rates.all.found / rates.all.samples, text).toBeGreaterThanOrEqual(limits.found)
    expect(rates.all.gaps, text).toBeLessThanOrEqual(limits.gaps)
  })
})
