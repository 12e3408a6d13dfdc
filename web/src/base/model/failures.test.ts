import { describe, expect, it } from 'vitest'
import { reasonLine, reasonOf } from './failures.ts'

describe('the reason of a failure', () => {
  it.each([
    ['Invalid API key', 'Invalid API key'],
    ['  Invalid API key\nTraceback: …', 'Invalid API key'],
    ['HTTP 429 after 3 tries', 'HTTP … after … tries'],
    ['No answer from https://api.example/v3/ip?x=1 in time', 'No answer from … in time'],
    ['Unknown value "evil.example"', 'Unknown value …'],
    ['Job AZ1f9c0d2e3b4a55 was lost', 'Job … was lost'],
    ["analyzer can't reach its host", "analyzer can't reach its host"],
    [undefined, ''],
  ])('of %j is %j', (message, reason) => {
    expect(reasonOf(message)).toBe(reason)
  })

  it('is the same whatever value it was about', () => {
    expect(reasonOf('evil.example is unknown')).toBe('… is unknown')
    expect(reasonOf('Nothing is known of 203.0.113.9')).toBe('Nothing is known of …')
  })

  it('is short, however long the message is', () => {
    expect(reasonOf(`${'a-'.repeat(500_000)}1`).length).toBeLessThanOrEqual(120)
  })
})

describe('the line that says it', () => {
  it('is the first, but of a traceback the last', () => {
    expect(reasonLine('\n Invalid API key \nmore')).toBe('Invalid API key')
    expect(reasonLine('Traceback (most recent call last):\n  File "a.py"\nKeyError: 1\n')).toBe(
      'KeyError: 1',
    )
    expect(reasonLine(undefined)).toBe('')
  })

  it('stays short, however much a program printed', () => {
    expect(reasonLine('x'.repeat(1_000_000))).toHaveLength(201)
  })
})
