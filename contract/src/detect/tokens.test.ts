import { expect, it } from 'vitest'
import { eachTelltaleToken } from './tokens.ts'

it('parts words at every blank, quote, angle, brace and control character, and nowhere else', () => {
  const isBetween = /[\s"'`<>|{}^\p{Cc}\u201c\u201d\u2018\u2019\u00ab\u00bb]/u
  const wrong: string[] = []
  for (let code = 0; code < 0x10000; code += 1) {
    const sign = String.fromCharCode(code)
    let count = 0
    eachTelltaleToken(`1${sign}2`, () => {
      count += 1
    })
    if (count !== (isBetween.test(sign) ? 2 : 1)) wrong.push(code.toString(16))
  }
  expect(wrong).toEqual([])
})
