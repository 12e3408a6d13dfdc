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

  test('pass over what somebody else wrote into the storage', () => {
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

  test('are built in and tell nobody about the observable', () => {
    expect(isLocal(builtin('Assay_Hash_1_0'))).toBe(true)
    expect(isLocal(builtin('Assay_Dns_1_0'))).toBe(false)
    expect(isLocal(builtin('VirusTotal_GetReport_3_1'))).toBe(false)
  })

  test('are not the ones of a catalogue that only take such a name', () => {
    expect(isLocal(builtin('Assay_Hash_1_0', { command: 'hash.py' }))).toBe(false)
    expect(isLocal(builtin('Assay_Hash_1_0', { dockerImage: 'x' }))).toBe(false)
  })

  test('never ask the network, and none that is built in was forgotten', () => {
    const descriptions = Object.values(
      import.meta.glob<string>('../../../analyzers/src/*/description.ts', {
        query: '?raw',
        import: 'default',
        eager: true,
      }),
    )
    const responders = ['Assay_SendMail', 'Assay_Tag', 'Assay_Webhook', 'Assay_Feed']
    expect(descriptions.length).toBeGreaterThan(15)
    for (const description of descriptions) {
      const name = /name: '(\w+)'/.exec(description)?.[1] ?? ''
      if (responders.includes(name)) continue
      const asksNetwork = description.includes('needsNetwork: true')
      expect({ name, isLocal: isLocal(builtin(`${name}_1_0`)) }).toEqual({
        name,
        isLocal: !asksNetwork,
      })
    }
  })
})
