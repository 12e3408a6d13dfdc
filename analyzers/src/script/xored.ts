import type { Hidden } from './hidden.ts'

const maxCandidates = 12
const maxKeys = 200
const longest = 2 * 1024 * 1024
/** Of each candidate, to find out which key fits. */
const tried = 96

/** How a script turns XORed numbers into text. */
const decoding =
  /charCodeAt|fromCharCode|Uint8Array|TextDecoder|\bBuffer\b|\bchr\s{0,3}\(|bxor|\bxor\b|bytearray|\bord\s{0,3}\(|\[char\]|Chr\(/i

/** Lists of numbers and encoded texts that are to be read only with a key (exclusive or). */
export function* xored(text: string): Generator<Hidden> {
  if (!/\^|\bb?xor\b/i.test(text) || !decoding.test(text)) return
  const keys = keysIn(text)
  for (const bytes of candidatesIn(text)) {
    const key = keyOf(bytes, keys)
    if (key) yield { how: 'xor', content: combined(bytes, key) }
  }
}

const numbersIn = (list: string) =>
  (list.match(/0x[0-9a-f]{1,2}\b|\b\d{1,3}\b/gi) ?? []).map((number) => Number(number))

function* candidatesIn(text: string): Generator<Buffer> {
  let left = maxCandidates
  for (const [list] of text.matchAll(
    /(?:0x[0-9a-f]{1,2}|\b\d{1,3})(?:\s{0,5},\s{0,5}(?:0x[0-9a-f]{1,2}|\d{1,3})\b){15,300000}/gi,
  )) {
    const numbers = numbersIn(list)
    if (numbers.some((number) => number > 255)) continue
    left -= 1
    if (left < 0) return
    yield Buffer.from(numbers)
  }
  for (const [, hex = ''] of text.matchAll(/["'`]((?:[0-9a-f]{2}){16,1000000})["'`]/gi)) {
    left -= 1
    if (left < 0) return
    yield Buffer.from(hex, 'hex')
  }
  for (const [, value = ''] of text.matchAll(/["'`]([A-Za-z0-9+/]{24,2000000}={0,2})["'`]/g)) {
    if (/^[0-9a-f]+$/i.test(value)) continue
    left -= 1
    if (left < 0) return
    yield Buffer.from(value, 'base64')
  }
}

/** Short texts and short lists of numbers: one of them may be the key. */
function keysIn(text: string): Buffer[] {
  const keys = new Map<string, Buffer>()
  const add = (key: Buffer) => {
    if (keys.size < maxKeys) keys.set(key.toString('latin1'), key)
  }
  for (const [, , word = ''] of text.matchAll(/(["'`])([^"'`\r\n\\]{1,64})\1/g))
    add(Buffer.from(word, 'latin1'))
  for (const [, list = ''] of text.matchAll(
    /\[\s{0,5}((?:0x[0-9a-f]{1,2}|\d{1,3})(?:\s{0,5},\s{0,5}(?:0x[0-9a-f]{1,2}|\d{1,3})){1,31})\s{0,5}\]/gi,
  ))
    add(Buffer.from(numbersIn(list).map((number) => number & 255)))
  return [...keys.values()]
}

function combined(bytes: Buffer, key: Buffer): Buffer {
  const out = Buffer.allocUnsafe(Math.min(bytes.length, longest))
  for (let at = 0; at < out.length; at += 1)
    out[at] = (bytes[at] as number) ^ (key[at % key.length] as number)
  return out
}

function keyOf(bytes: Buffer, keys: readonly Buffer[]): Buffer | undefined {
  if (tells(bytes)) return undefined
  for (let value = 1; value < 256; value += 1) {
    const key = Buffer.from([value])
    if (fits(bytes, key)) return key
  }
  return keys.find((key) => fits(bytes, key))
}

const fits = (bytes: Buffer, key: Buffer) =>
  mayFit(combined(bytes.subarray(0, tried), key)) && tells(combined(bytes.subarray(0, 4096), key))

const mayFit = (start: Buffer) => isFile(start) || start.every(isWritten)

const isWritten = (byte: number) =>
  (byte >= 32 && byte < 127) || byte === 9 || byte === 10 || byte === 13 || byte > 0xc1

const beginnings = [
  '504b030414000',
  '255044462d312e',
  'd0cf11e0a1b11ae1',
  '526172211a07',
  '377abcaf271c',
  '7f454c46010101',
  '7f454c46020101',
]
const programText = 'This program cannot'

const isFile = (start: Buffer) => {
  const head = start.toString('hex', 0, 8)
  return (
    beginnings.some((beginning) => head.startsWith(beginning)) ||
    (head.startsWith('4d5a') && start.subarray(0, tried).includes(programText))
  )
}

const telling =
  /<(?:!doctype|html|script|form|body|svg|iframe|head|meta|input)\b|https?:\/\/[\w.-]{3}|\b(?:document|window|self|top)\.\w{4}|\bfunction\s{0,3}\w{0,30}\(|\beval\(|\bpowershell\b|\bWScript\.|\bActiveXObject\b|\bimport (?:os|sys|socket)\b|\/bin\/(?:ba)?sh\b|\bInvoke-\w{4}|\bcmd(?:\.exe)? \/c /i

function tells(bytes: Buffer): boolean {
  if (isFile(bytes)) return true
  const head = bytes.subarray(0, 4096)
  return head.every(isWritten) && telling.test(head.toString('latin1'))
}
