import { gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'
import { encodedScripts } from '../formats/encoded-script.ts'

export interface Hidden {
  readonly how: string
  readonly content: Buffer | string
}

const maxBytes = 2 * 1024 * 1024
const maxFound = 40
const options = { maxOutputLength: maxBytes }

/** Texts that are written as something else: base64, numbers, backwards. */
export function* hiddenIn(text: string): Generator<Hidden> {
  let left = maxFound
  for (const found of all(text)) {
    if (left === 0) return
    left -= 1
    yield found
  }
}

function* all(text: string): Generator<Hidden> {
  for (const content of encodedScripts(text)) yield { how: 'script encoder', content }
  // Behind these words a short one counts, too.
  for (const [, value = ''] of text.matchAll(
    /(?:\s[-/–]e(?:nc?|nco(?:d(?:e(?:d(?:c(?:o(?:m(?:m(?:a(?:nd?)?)?)?)?)?)?)?)?)?)?\s{1,10}|FromBase64String\(|atob\(|b64decode\(|base64_decode\()\s{0,5}["'`(]{0,3}([A-Za-z0-9+/]{12,1000000}={0,2})/gi,
  ))
    yield* unpacked(value)
  for (const [value] of text.matchAll(/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,2000000}={0,2}/g))
    if (!/^[0-9a-f]+$/i.test(value)) yield* unpacked(value)
  // Short ones are words of any kind; only their content distinguishes them.
  for (const [, value = ''] of text.matchAll(/["'`]([A-Za-z0-9+/]{16,39}={0,2})["'`]/g)) {
    const bytes = Buffer.from(value, 'base64')
    if (plainAddress.test(bytes.toString('latin1'))) yield { how: 'base64', content: bytes }
  }
  for (const [value] of text.matchAll(
    /(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{2}){20,1000000}(?![0-9A-Fa-f])/g,
  ))
    yield { how: 'hex', content: Buffer.from(value, 'hex') }
  for (const [value] of text.matchAll(/(?:(?:\\x|%|0x)[0-9A-Fa-f]{2}[,\s]{0,3}){12,500000}/g))
    yield { how: 'hex escapes', content: Buffer.from(value.replace(/\\x|%|0x|[,\s]/gi, ''), 'hex') }
  for (const [value] of text.matchAll(/(?:(?:\\u|%u)[0-9A-Fa-f]{4}){6,200000}/g))
    yield {
      how: 'Unicode escapes',
      content: String.fromCharCode(
        ...(value.match(/[0-9A-Fa-f]{4}/g) ?? [])
          .slice(0, 50_000)
          .map((code) => Number.parseInt(code, 16)),
      ),
    }
  for (const [value] of text.matchAll(
    /(?<![\d.,])\d{1,3}(?:\s{0,3}[,;:_|-]\s{0,3}\d{1,3}){11,200000}(?![\d.])/g,
  )) {
    const codes = (value.match(/\d{1,3}/g) ?? []).map(Number)
    if (
      codes.every((code) => code === 9 || code === 10 || code === 13 || (code >= 32 && code < 256))
    )
      yield { how: 'character codes', content: Buffer.from(codes) }
  }
  for (const [, quote, value = ''] of text.matchAll(/(["'])([^"'\r\n]{8,100000})\1/g)) {
    if (quote === undefined || !backwards.test(value)) continue
    yield { how: 'reversed', content: [...value].reverse().join('') }
  }
  // `_(b'==…')` with `[::-1]`: the padding comes first.
  if (text.includes('[::-1]'))
    for (const [, value = ''] of text.matchAll(/["'](={0,2}[A-Za-z0-9+/]{40,2000000})["']/g))
      for (const { how, content } of unpacked([...value].reverse().join('')))
        yield { how: `reversed, ${how}`, content }
}

/** `http`, `powershell` and the like, reversed. */
const backwards =
  /\/\/:s?ptth|llehsrewop|exe\.dmc|llehs\.tpircsw|noisserpxe-ekovni|gnirts46esabmorf|gnirtsdaolnwod|ptthlmx|tcejboxevitca|1v5tcejbo/i

const plainAddress = /^(?:https?:\/\/[\x21-\x7e]{4,}|powershell|cmd(?:\.exe)? \/c|WScript\.Shell)/i

function* unpacked(value: string): Generator<Hidden> {
  const bytes = Buffer.from(value, 'base64')
  if (bytes.length < 8) return
  const opened = inflated(bytes)
  yield opened
    ? { how: `base64, ${opened.how}`, content: opened.content }
    : { how: 'base64', content: bytes }
}

function inflated(bytes: Buffer): { how: string; content: Buffer } | undefined {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b)
      return { how: 'gzip', content: gunzipSync(bytes, options) }
    if (bytes[0] === 0x78 && ((bytes[0] << 8) | (bytes[1] ?? 0)) % 31 === 0)
      return { how: 'zlib', content: inflateSync(bytes, options) }
    if (textIn(bytes) === undefined)
      return { how: 'deflate', content: inflateRawSync(bytes, options) }
  } catch {
    // It only looked like it.
  }
  return undefined
}

/** Undefined for bytes that are not text. */
export function textIn(content: Buffer | string): string | undefined {
  if (typeof content === 'string') return content
  const head = content.subarray(0, 4096)
  if (head.length < 4) return undefined
  let [zeros, strange] = [0, 0]
  for (let at = 0; at < head.length; at += 1) {
    const byte = head[at] as number
    if (byte === 0) zeros += at % 2
    else if (byte < 9 || (byte > 13 && byte < 32) || byte > 126) strange += 1
  }
  if (zeros * 2 >= head.length * 0.8 && strange * 10 < head.length)
    return content.toString('utf16le')
  return zeros === 0 && !head.includes(0) && strange * 10 < head.length
    ? content.toString('utf8')
    : undefined
}

export const isProgram = (content: Buffer | string): boolean =>
  typeof content !== 'string' &&
  content.length > 256 &&
  content[0] === 0x4d &&
  content[1] === 0x5a &&
  content.subarray(0, 1024).includes('PE\0\0', 0, 'latin1')
