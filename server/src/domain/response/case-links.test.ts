import { describe, expect, it } from 'vitest'
import { checkAddress, checkRoom, maxLinksOfCase, mergedLinks } from './case-links.ts'

describe('a link of a case', () => {
  it.each(['https://tickets.example/1?a=b#c', 'HTTP://wiki.example', 'https://[::1]:8443/x'])(
    'can lead to %s',
    (address) => {
      expect(() => checkAddress(address)).not.toThrow()
    },
  )

  it.each([
    ...[
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'ftp://a.example',
      '//a.example',
    ],
    ...['https://a b.example', 'https://a.example/\n', 'https://', 'https://[', 'a.example', ''],
  ])('cannot lead to %j', (address) => {
    expect(() => checkAddress(address)).toThrow('must be an http or https address')
  })

  it.each(['https://user:word@a.example', 'https://user@a.example'])(
    'does not show a password: %s',
    (address) => {
      expect(() => checkAddress(address)).toThrow('must not contain a username or password')
    },
  )

  it('is refused when the case has as many as it can have', () => {
    expect(() => checkRoom(maxLinksOfCase - 1)).not.toThrow()
    expect(() => checkRoom(maxLinksOfCase)).toThrow('at most 200 links')
  })
})

const toCase = (case_id: string, linked_id: string, type = 'parent') => ({
  ...{ case_id, linked_id, type },
  url: null,
})
const toUrl = (case_id: string, url: string) => ({ case_id, linked_id: null, url, type: 'ticket' })

describe('links of cases that become one', () => {
  const from = new Set(['~1', '~2'])
  const become = (...links: Parameters<typeof mergedLinks>[0]) => mergedLinks(links, from, '~9')

  it('lead from the new case to where they led', () => {
    expect(
      become(toCase('~1', '~5'), toCase('~6', '~2'), toUrl('~2', 'https://a.example')),
    ).toEqual([toCase('~9', '~5'), toCase('~6', '~9'), toUrl('~9', 'https://a.example')])
  })

  it('go when they were between these cases', () => {
    expect(become(toCase('~1', '~2'), toCase('~2', '~1', 'child'))).toEqual([])
  })

  it('are kept once, whichever side added them', () => {
    expect(become(toCase('~1', '~5'), toCase('~5', '~2'), toCase('~5', '~1', 'child'))).toEqual([
      toCase('~9', '~5'),
      toCase('~5', '~9', 'child'),
    ])
    expect(become(toUrl('~1', 'https://a.example'), toUrl('~2', 'https://a.example'))).toHaveLength(
      1,
    )
  })
})
