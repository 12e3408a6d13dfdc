import { describe, expect, it } from 'vitest'
import { unwrap } from './unwrap.ts'

const target = 'https://inside.example/page'
const inside = encodeURIComponent(target)

/** One address of each form in which services are known: by a whole name, and by an ending. */
const wrapped = [
  `https://vk.com/away?to=${inside}`,
  `https://away.vk.com/away?to=${inside}`,
  `https://l.facebook.com/l.php?u=${inside}`,
  `https://www.youtube.com/redirect?q=${inside}`,
  `https://steamcommunity.com/linkfilter/?u=${inside}`,
  `https://slack-redir.net/link?url=${inside}`,
  `https://www.google.com/url?q=${inside}`,
  'https://x.cdn.ampproject.org/c/s/inside.example/page',
]

it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://', 'nothing'])(
  'nothing but an address of the web is inside: %s',
  (inner) => {
    const url = new URL('https://slack-redir.net/link')
    url.searchParams.set('url', inner)
    expect(unwrap(url)).toBeUndefined()
  },
)

describe.each(wrapped)('%s', (address) => {
  it('leads to what is inside', () => {
    expect(unwrap(new URL(address))?.target).toBe(target)
  })

  it.each([
    ['a longer name with the same end', (host: string) => `evil${host}`],
    ['a name that begins the same', (host: string) => `${host}.evil.example`],
    ['a name with a hyphen', (host: string) => `evil-${host}`],
  ])('is not known by %s', (what, named) => {
    const url = new URL(address)
    // Below an ending every name is the service's own.
    const isBelow = url.hostname.endsWith('.cdn.ampproject.org') && !what.includes('begins')
    url.hostname = isBelow ? named('cdn.ampproject.org') : named(url.hostname)
    expect(unwrap(url)).toBeUndefined()
  })
})
