import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { mailReference, readMailReferences } from './mail-references.ts'

const proofWith = (key: string) => (text: string) =>
  createHmac('sha256', key).update(text).digest('base64url')
const proof = proofWith('ours')
const reference = mailReference({ kind: 'alert', id: '~123' }, 'assay.example.org', proof)

test('a reference is read back from the header of an answer', () => {
  const header = `<first@mail.example> ${reference}\r\n\t<last@mail.example>`
  expect(readMailReferences(header, proof)).toEqual([{ kind: 'alert', id: '~123' }])
})

test('a reference that appears twice is one', () => {
  expect(readMailReferences(`${reference} ${reference}`, proof)).toHaveLength(1)
})

test.each([
  [
    'of another installation',
    mailReference({ kind: 'alert', id: '~123' }, 'h', proofWith('other')),
  ],
  ['moved to another object', reference.replace('~123', '~124')],
  ['moved to another kind', reference.replace('alert', 'case')],
  ['cut', reference.replace(/.@/, '@')],
  ['without a signature', '<alert.~123@assay.example.org>'],
  ['without brackets', reference.slice(1, -1)],
])('a reference %s counts for nothing', (_, forged) => {
  expect(readMailReferences(forged, proof)).toEqual([])
})

test('the host may have been renamed since', () => {
  expect(readMailReferences(reference.replace('assay.', 'soc.'), proof)).toHaveLength(1)
})

test('a header of many references is read to a limit', () => {
  const forged = '<alert.~9.AAAAAAAAAAAAAAAAAAAAAAAA@h>'.repeat(100)
  expect(readMailReferences(`${forged}${reference}`, proof)).toEqual([])
})
