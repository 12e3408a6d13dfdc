import { expect, it } from 'vitest'
import { isInsideHost } from './shares.ts'

it.each([
  ['fileserver', true],
  ['nas.local', true],
  ['10.0.0.5', true],
  // A forgotten slash makes a host out of a file name.
  ['path_to_scrape.xsd', true],
  ['files.evil.com', false],
  ['203.0.113.9', false],
])('knows that %s is inside of the network: %s', (host, isInside) => {
  expect(isInsideHost(host)).toBe(isInside)
})
