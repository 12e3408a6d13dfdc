/**
 * Microsoft's script encoder (`JScript.Encode`, `VBScript.Encode`): every character is substituted by
 * one of three tables, and its position says which.
 */

/** The decoded bytes in each table: for the bytes from 32 on, three each. */
const letters = Buffer.from(
  [
    '2e2d324775307a522156602942715b6a5e382f4933265c3d496258417d3a3429353236655b2039767c5c727a56437f73',
    '386b6639634e703345452b6b6868627151594f667809765e62317d44644a23546d7543714a4c417e3a604a4c415e7e53',
    '404c407745424a2c27612a485d74722227754b37316f44374e794d3b59524c2f22506f5467266a2a72477d6a6474392d',
    '547b202b3f7f2d382e2c774c30675d6e537e6b476c66346f357879255d742130436423264d5a76525b25636c243f482b',
    '7b5528787023296941282e34734c0959212a3324447f4e3f6d507755093b5356557c73693a35615f6163654b50465867',
    '583b5131574969224f6c6d465a4d6848257c2728365c46703d4a6e24327a79412f373d5f605f4b514f5a20422c366557',
  ].join(''),
  'hex',
)
const ofTab = 'Wn{'
const order = '0120121221210212021200122102122100212120200120210212001220012021'
/** Signs that a page or a comment could trip over. */
const escapes: Readonly<Record<string, string>> = {
  '@&': '\n',
  '@#': '\r',
  '@*': '>',
  '@!': '<',
  '@$': '@',
}
const [head, end, sumLength, headLength] = ['#@~^', '==^#~@', 6, 12]

/** The scripts in a text; an unterminated or empty one does not count. */
export function* encodedScripts(text: string): Generator<string> {
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, at + headLength)) {
    const stop = text.indexOf(end, at + headLength)
    if (stop < 0) return
    const body = text.slice(at + headLength, Math.max(at + headLength, stop - sumLength))
    if (body !== '') yield decodeScript(body)
    at = stop
  }
}

function decodeScript(body: string): string {
  let found = ''
  let place = 0
  for (let at = 0; at < body.length; at += 1) {
    const code = body.charCodeAt(at)
    const escaped = code === 64 ? escapes[body.slice(at, at + 2)] : undefined
    if (escaped !== undefined) at += 1
    found += escaped ?? letterOf(code, Number(order[place % 64]))
    if (code < 128) place += 1
  }
  return found
}

function letterOf(code: number, table: number): string {
  if (code === 9) return ofTab[table] as string
  // Below, beyond, and the three escaped ones: they are unchanged.
  if (code < 32 || code > 127 || code === 60 || code === 62 || code === 64)
    return String.fromCharCode(code)
  return String.fromCharCode(letters[(code - 32) * 3 + table] as number)
}

/** For samples: as the encoder writes it, with checksums that are never verified. */
export function encodeScript(script: string): string {
  const coded = [...script].map((letter, place) => {
    const sign = Object.entries(escapes).find(([, plain]) => plain === letter)?.[0]
    if (sign !== undefined || letter > '\x7f') return sign ?? letter
    const table = Number(order[place % 64])
    const codes = [9, ...Array.from({ length: 96 }, (_, at) => at + 32)]
    const code = codes.find((one) => !escaped.has(one) && letterOf(one, table) === letter)
    return code === undefined ? letter : String.fromCharCode(code)
  })
  const length = Buffer.alloc(4)
  length.writeUInt32LE(script.length)
  return `${head}${length.toString('base64')}${coded.join('')}AAAAAA${end}`
}

const escaped = new Set([60, 62, 64])
