import { expect, it } from 'vitest'
import { TooLarge } from './member.ts'
import { smallMember } from './small-forms.ts'

/** `hello ` and `world`, each in a file. */
const lzip = Buffer.from(
  'TFpJUAEMADQZSe6N6T8K3///3RIAAPb5ge0GAAAAAAAAACoAAAAAAAAATFpJUAEMADubyqt0C0tC///8uHAAQxF3OgUAAAAAAAAAKQAAAAAAAAA=',
  'base64',
)

it('members of an lzip file are put together, no more than is allowed', async () => {
  const member = smallMember('lzip', lzip, 'a.txt.lz')
  expect(member.path).toBe('a.txt')
  expect((await member.read(11)).content.toString()).toBe('hello world')
  await expect(member.read(10)).rejects.toThrow(TooLarge)
})

it('an lzip file that states too much is refused before it is unpacked', async () => {
  const stated = Buffer.from(lzip)
  stated.writeBigUInt64LE(1_000_000n, stated.length - 16)
  await expect(smallMember('lzip', stated, 'a.lz').read(11)).rejects.toThrow(TooLarge)
})

it('text in base64 is read as well', async () => {
  const file = Buffer.from('begin-base64 644 a.txt\naGVsbG8=\n====\n')
  const member = smallMember('uu', file, 'x')
  expect(member.path).toBe('a.txt')
  expect((await member.read(100)).content.toString()).toBe('hello')
})
