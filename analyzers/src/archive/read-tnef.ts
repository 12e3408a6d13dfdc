import { Unreadable } from './libarchive.ts'
import { type Member, memberOf } from './member.ts'

const title = 0x8010
const data = 0x800f
const start = 0x9002
const maxParts = 100_000

/** What Outlook packs attachments into (`winmail.dat`): a row of parts, each with its kind and length. */
export function* attachmentsOf(bytes: Buffer): Generator<Member> {
  let [name, number] = ['', 0]
  let at = 6
  for (let count = 0; at + 9 <= bytes.length && count < maxParts; count += 1) {
    const kind = bytes.readUInt16LE(at + 1)
    const length = bytes.readUInt32LE(at + 5)
    const value = bytes.subarray(at + 9, at + 9 + length)
    if (value.length < length) throw new Unreadable('truncated')
    if (kind === start) name = ''
    if (kind === title) name = value.toString('latin1').split('\0', 1)[0] ?? ''
    if (kind === data) {
      number += 1
      yield memberOf(name || `attachment-${number}`, value)
    }
    at += 9 + length + 2
  }
}
