import { analyzers, type Description } from '@assay/analyzers/descriptions'
import type { Worker } from '@assay/contract'
import { describe, expect, test } from 'vitest'
import { deletePreset, isInPreset, isLocal, readPresets, savePreset } from './presets.ts'

function shelf(content: Record<string, string> = {}) {
  const kept = new Map(Object.entries(content))
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const own = (name: string, ...analyzers: string[]) => ({ kind: 'own', name, analyzers }) as const

describe('own presets', () => {
  test('are kept by name, in order, and the same name again replaces', () => {
    const storage = shelf()
    savePreset(storage, own('Web', 'Url'))
    savePreset(storage, own('Mail', 'Mail'))
    savePreset(storage, own('Web', 'Url', 'Domain'))
    expect(readPresets(storage)).toEqual([own('Mail', 'Mail'), own('Web', 'Url', 'Domain')])
    deletePreset(storage, 'Mail')
    expect(readPresets(storage)).toEqual([own('Web', 'Url', 'Domain')])
  })

  test('ignore unknown content of the storage', () => {
    expect(readPresets(shelf({ 'assay.presets': '{"a":1}' }))).toEqual([])
    expect(
      readPresets(shelf({ 'assay.presets': '[{"name":1},null,{"name":"a","analyzers":["b"]}]' })),
    ).toEqual([own('a', 'b')])
    expect(readPresets(shelf({ 'assay.presets': 'no' }))).toEqual([])
  })

  test('choose analyzers by their name', () => {
    expect(isInPreset(own('Web', 'Url'), { name: 'Url' } as Worker)).toBe(true)
    expect(isInPreset(own('Web', 'Url'), { name: 'Ip' } as Worker)).toBe(false)
  })
})

describe('local analyzers', () => {
  const builtin = (workerDefinitionId: string, more = {}) =>
    ({ workerDefinitionId, ...more }) as Worker

  test.each(Object.values<Description>(analyzers))(
    '$name is one if it queries no external service',
    (description) => {
      const { name, needsNetwork } = description
      expect(isLocal(builtin(`${name}_1_0`))).toBe(!needsNetwork)
    },
  )

  test('are built in', () => {
    expect(isLocal(builtin('VirusTotal_GetReport_3_1'))).toBe(false)
  })

  test('are not the ones of a catalog that only take such a name', () => {
    const id = `${analyzers.hash.name}_1_0`
    expect(isLocal(builtin(id, { command: 'hash.py' }))).toBe(false)
    expect(isLocal(builtin(id, { dockerImage: 'x' }))).toBe(false)
  })
})
