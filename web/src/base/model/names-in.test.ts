import { defang } from '@assay/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { namesIn } from './names-in.ts'

const found = (sentence: string) =>
  namesIn(sentence).flatMap(({ text, isName }) => (isName ? [text] : []))

it.each([
  ['Look-alike of paypal[.]com: paypa1[.]com.', ['paypal[.]com', 'paypa1[.]com']],
  ['On block list “block”: 198[.]51[.]100[.]77, 2 more', ['198[.]51[.]100[.]77']],
  ['“a[@]rnicrosoft[.]com” is at rnicrosoft[.]com', ['a[@]rnicrosoft[.]com', 'rnicrosoft[.]com']],
  ['Opens hxxp://a[.]example/x?y=1 (suspicious)', ['hxxp://a[.]example/x?y=1']],
  ['Double extension: Invoice.pdf.exe', ['Invoice.pdf.exe']],
  ['Attached “lnvoice.html”', ['lnvoice.html']],
  ['2001[:]db8[:][:]25 is private', ['2001[:]db8[:][:]25']],
  ['Entropy 7.25 of 8 bits. No name here, e.g. none.', []],
  ['Of 5 analyzers: 1 malicious.', []],
])('%s has the names %j', (sentence, names) => {
  expect(found(sentence)).toEqual(names)
})

it('finds every defanged observable, and loses no letter of the sentence', () => {
  const values = fc.constantFrom(
    defang('domain', 'paypa1.com'),
    defang('ip', '203.0.113.9'),
    defang('ip', '2001:db8::1'),
    defang('mail', 'joe@rnicrosoft.com'),
    defang('url', 'https://paypa1.com/login'),
  )
  const words = fc.constantFrom('Look-alike of', 'leads to', 'On list “x”:', 'and')
  fc.assert(
    fc.property(fc.array(fc.tuple(words, values), { minLength: 1, maxLength: 5 }), (parts) => {
      const sentence = parts.map(([word, value]) => `${word} ${value}`).join(', ')
      expect(found(sentence)).toEqual(parts.map(([, value]) => value))
      expect(
        namesIn(sentence)
          .map(({ text }) => text)
          .join(''),
      ).toBe(sentence)
    }),
  )
})
