import { describe, expect, it } from 'vitest'
import { credentialText } from './credential.ts'

describe('the credential of a configuration', () => {
  it('is the same under other names, and beside other settings', () => {
    const one = credentialText({ key: ' 0123456789abcdef ', polling_interval: 60 })
    expect(one).toBeDefined()
    expect(credentialText({ api_key: '0123456789abcdef', max_tlp: 2 })).toBe(one)
    expect(credentialText({ tokens: ['0123456789abcdef'] })).toBe(one)
  })

  it('is another one if any of its secrets differs', () => {
    const one = credentialText({ key: '0123456789abcdef', password: 'correct horse' })
    expect(credentialText({ key: '0123456789abcdef', password: 'other horse' })).not.toBe(one)
    expect(credentialText({ key: '0123456789abcdef' })).not.toBe(one)
  })

  it('is none without secrets, and none of such that are too short to be one', () => {
    expect(credentialText({ url: 'https://example.org', key: '', password: 'abc' })).toBeUndefined()
  })
})
