import { expect, it } from 'vitest'
import { webAddress } from './outside-link.tsx'

it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'abuse.example', ''])(
  'a definition cannot make a link of %j',
  (url) => expect(webAddress(url)).toBeUndefined(),
)

it('an address of the web can be opened, at the host that is shown', () => {
  expect(webAddress('https://good.example@evil.example/a')?.host).toBe('evil.example')
})
