import { expect, it } from 'vitest'
import { type Exchanged, mispEvent, stixBundle } from './report-exchange.ts'

const sha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const exchanged: Exchanged = {
  id: 'job 1',
  title: 'Assay_Mail: invoice.eml',
  date: Date.UTC(2026, 10, 17),
  tlp: 2,
  verdict: 'suspicious',
  items: [
    { dataType: 'file', value: 'invoice.eml', sha256 },
    { dataType: 'ip', value: '198.51.100.3', message: 'sent it' },
    { dataType: 'ip', value: '198.51.100.3' },
    { dataType: 'other', value: 'something' },
  ],
}

it('a bundle of STIX holds each observable once, under its standard id', () => {
  const { type, objects } = stixBundle(exchanged) as { type: string; objects: object[] }
  expect(type).toBe('bundle')
  expect(objects).toHaveLength(4)
  // As the library of the standard makes it.
  const known = stixBundle({ ...exchanged, items: [{ dataType: 'domain', value: 'example.com' }] })
  expect(known.objects).toContainEqual(
    expect.objectContaining({ id: 'domain-name--bedb4899-d24b-5401-bc86-8f6b4cc18ec7' }),
  )
  expect(objects).toContainEqual(
    expect.objectContaining({ type: 'file', name: 'invoice.eml', hashes: { 'SHA-256': sha256 } }),
  )
  expect(objects.at(-1)).toMatchObject({
    type: 'report',
    labels: ['verdict:suspicious'],
    object_marking_refs: ['marking-definition--f88d31f6-486f-44da-b317-01333bde0b82'],
    object_refs: objects.slice(0, -1).map((object) => (object as { id: string }).id),
  })
  expect(stixBundle(exchanged)).toEqual(stixBundle(exchanged))
})

it('an event of MISP has an attribute of a fitting type for each, and shares nothing by itself', () => {
  expect(mispEvent(exchanged)).toMatchObject({
    Event: {
      info: 'Assay_Mail: invoice.eml',
      date: '2026-11-17',
      threat_level_id: '2',
      distribution: '0',
      Tag: [{ name: 'tlp:amber' }],
      Attribute: [
        { type: 'filename|sha256', value: `invoice.eml|${sha256}`, to_ids: false },
        { type: 'ip-dst', value: '198.51.100.3', comment: 'sent it' },
        { type: 'ip-dst' },
        { category: 'Other', type: 'text', value: 'something' },
      ],
    },
  })
})

it('puts the answer about a STIX observable into a note with a separate id', () => {
  const item = { dataType: 'domain', value: 'example.com' }
  const notesOf = (headline?: string) => {
    const items = [headline === undefined ? item : { ...item, headline }]
    const { objects } = stixBundle({ ...exchanged, items }) as { objects: Note[] }
    const report = objects.find(({ type }) => type === 'report')
    const notes = objects.filter(({ type }) => type === 'note')
    expect(notes.every(({ id }) => report?.object_refs.includes(id))).toBe(true)
    return notes
  }
  const [first] = notesOf('On your block list')
  expect(first).toMatchObject({ spec_version: '2.1', content: 'On your block list' })
  expect(first?.object_refs).toEqual([expect.stringMatching(/^domain-name--/)])
  expect(notesOf('On your block list')).toEqual([first])
  expect(notesOf('On your allow list')[0]?.id).not.toBe(first?.id)
  expect(notesOf()).toEqual([])
})

interface Note {
  readonly type: string
  readonly id: string
  readonly object_refs: readonly string[]
}

it('what an analyst called safe leaves with a false-positive sighting, the same in every export', () => {
  const item = { dataType: 'domain', value: 'partner.test', isIndicator: true }
  const sightings = (more: object) => {
    const event = mispEvent({ ...exchanged, items: [{ ...item, ...more }] })
    return (event as { Event: { Attribute: { Sighting?: object[] }[] } }).Event.Attribute[0]
      ?.Sighting
  }
  const safe = { decided: 'safe', decidedAt: 1_794_000_000_000 }
  expect(sightings(safe)).toMatchObject([
    { type: '1', date_sighting: '1794000000', source: 'Assay' },
  ])
  expect(sightings(safe)).toEqual(sightings(safe))
  expect(sightings({ ...safe, decided: 'malicious' })).toBeUndefined()
  expect(sightings({})).toBeUndefined()
})

it('what an analyst decided says what goes to sensors, and only malicious things are STIX indicators', () => {
  const item = { dataType: 'domain', value: "o'example.test", isIndicator: true }
  const leaves = (decided?: 'safe' | 'suspicious' | 'malicious', isIndicator = true) => {
    const one = { ...exchanged, items: [{ ...item, isIndicator, ...(decided ? { decided } : {}) }] }
    const { Event } = mispEvent(one) as { Event: { Attribute: { to_ids: boolean }[] } }
    const { objects } = stixBundle(one) as { objects: { type: string; pattern?: string }[] }
    return [Event.Attribute[0]?.to_ids, objects.flatMap(({ pattern }) => pattern ?? [])]
  }
  const pattern = "[domain-name:value = 'o\\'example.test']"
  expect(leaves()).toEqual([true, []])
  expect(leaves('safe')).toEqual([false, []])
  expect(leaves('suspicious')).toEqual([true, []])
  expect(leaves('malicious', false)).toEqual([true, [pattern]])
  const file = { dataType: 'file', value: 'a.exe', sha256, decided: 'malicious' } as const
  const { objects } = stixBundle({ ...exchanged, items: [file] }) as { objects: object[] }
  expect(objects).toContainEqual(
    expect.objectContaining({ pattern: `[file:hashes.'SHA-256' = '${sha256}']` }),
  )
})
