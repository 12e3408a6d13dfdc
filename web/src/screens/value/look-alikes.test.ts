import { expect, it } from 'vitest'
import { lookAlikesIn } from './look-alikes.ts'

const marked = (name: string, brand: string, foreign: string[] = []) =>
  [...lookAlikesIn(name, brand, foreign)]
    .sort((a, b) => a - b)
    .map((at) => name.charAt(at))
    .join('')

it.each([
  ['examp1e-bank.test', 'example-bank.example', '1'],
  ['paypa1-login.test', 'paypal.com', '1'],
  ['g00gle.test', 'google.com', '00'],
  ['login-paypal.test', 'paypal.com', ''],
  ['route66.test', 'paypal.com', ''],
])('in %s, which looks like %s, %j stands out', (name, brand, odd) => {
  expect(marked(name, brand)).toBe(odd)
})

it('letters of another script stand out wherever they are', () => {
  expect(marked('pаypal.test', 'paypal.com', ['а'])).toBe('а')
})
