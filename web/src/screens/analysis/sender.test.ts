import type { Job } from '@assay/contract'
import { describe, expect, test, vi } from 'vitest'
import { createSender, type Refused, type Sendable } from './sender.ts'

class Refusal extends Error {
  readonly kind: Refused['kind']
  constructor(kind: Refused['kind']) {
    super(`refused: ${kind}`)
    this.kind = kind
  }
}

const explain = (error: unknown): Refused => ({
  message: (error as Refusal).message,
  kind: (error as Refusal).kind,
})

const job = (id: string, more: Partial<Job> = {}) => ({ id, status: 'Waiting', ...more }) as Job

/** Things to send whose answers the test gives when it likes. */
function bench(keys: readonly string[]) {
  const open = new Map<string, PromiseWithResolvers<Job>>()
  const sent: { key: string; force: boolean }[] = []
  const items = keys.map(
    (key): Sendable => ({
      key,
      analyzerId: key.split(':')[0] ?? '',
      send: ({ force }) => {
        sent.push({ key, force })
        const answer = Promise.withResolvers<Job>()
        open.set(key, answer)
        return answer.promise
      },
    }),
  )
  const sender = createSender({ items, explain, onChange: () => {} })
  const kinds = () => [...sender.states.values()].map(({ kind }) => kind)
  const answer = async (key: string, given: Job | Refused['kind']) => {
    if (typeof given === 'string') open.get(key)?.reject(new Refusal(given))
    else open.get(key)?.resolve(given)
    await vi.waitFor(() => expect(sender.states.get(key)?.kind).not.toBe('sending'), 15_000)
  }
  return { sender, sent, kinds, answer }
}

describe('the sender', () => {
  test('has six on their way at most, and sends the next when one is answered', async () => {
    const { sender, sent, answer } = bench(Array.from({ length: 8 }, (_, i) => `a:${i}`))
    sender.start()
    expect(sent).toHaveLength(6)
    await answer('a:0', job('j0'))
    expect(sent.map(({ key }) => key)).toContain('a:6')
    expect(sent).toHaveLength(7)
  })

  test('leaves an analyzer alone whose quota is used up, and continues with the others', async () => {
    const keys = ['a:1', 'a:2', 'a:3', 'a:4', 'b:1', 'b:2', 'a:5', 'a:6', 'b:3']
    const { sender, sent, answer } = bench(keys)
    sender.start()
    await answer('a:1', job('j1'))
    await answer('a:2', 'quota')
    expect(sender.states.get('a:6')).toMatchObject({ kind: 'refused', isQuota: true })
    expect(sent.map(({ key }) => key)).toEqual([
      'a:1',
      'a:2',
      'a:3',
      'a:4',
      'b:1',
      'b:2',
      'a:5',
      'b:3',
    ])
  })

  test('keeps the message of a refusal with the cell, and the rest continues', async () => {
    const { sender, answer, kinds } = bench(['a:1', 'a:2'])
    sender.start()
    await answer('a:1', 'other')
    await answer('a:2', job('j2'))
    expect(kinds()).toEqual(['refused', 'job'])
    expect(sender.states.get('a:1')).toMatchObject({ message: 'refused: other', isQuota: false })
    expect(sender.isBusy()).toBe(false)
  })

  test('stops by itself when the server does not respond: the rest waits instead of failing', async () => {
    const { sender, answer, kinds } = bench(Array.from({ length: 8 }, (_, i) => `a:${i}`))
    sender.start()
    await answer('a:0', 'unreachable')
    expect(sender.isStopped()).toBe(true)
    expect(kinds().filter((kind) => kind === 'queued')).toHaveLength(2)
  })

  test('stops when asked, and resumes when asked', async () => {
    const { sender, sent, answer } = bench(Array.from({ length: 7 }, (_, i) => `a:${i}`))
    sender.start()
    sender.stop()
    await answer('a:0', job('j0'))
    expect(sent).toHaveLength(6)
    sender.start()
    expect(sent).toHaveLength(7)
  })

  test('sends again only what is requested, with or without the cache', async () => {
    const { sender, sent, answer } = bench(['a:1', 'a:2', 'a:3'])
    sender.start()
    await answer('a:1', 'other')
    await answer('a:2', job('j2'))
    sender.again(['a:1', 'a:3'], { force: true })
    expect(sent.slice(3)).toEqual([{ key: 'a:1', force: true }])
  })

  test('marks what came out of the cache', async () => {
    const { sender, answer } = bench(['a:1'])
    sender.start()
    await answer('a:1', job('j1', { fromCache: true }))
    expect(sender.states.get('a:1')).toMatchObject({ isCached: true, job: { id: 'j1' } })
  })
})
