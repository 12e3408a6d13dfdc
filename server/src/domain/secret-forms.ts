/** Fewer bytes give a piece of base64 that occurs in other texts by chance. */
const shortestEncoded = 8
/** Of a longer one its beginning is enough in these forms; the search removes what follows. */
const longestEncoded = 4096

/**
 * The forms in which programs and the services that they ask repeat a value: as it is, in a query
 * string, in JSON inside of a text, and in base64, also as a part of something longer, as in
 * `Authorization: Basic`.
 */
export function formsOf(value: string): ReadonlySet<string> {
  const short = value.slice(0, longestEncoded)
  const quoted = JSON.stringify(short).slice(1, -1)
  const forms = new Set([value, quoted, asciiOnly(quoted), quoted.replaceAll('/', '\\/')])
  const escaped = encoded(short)
  if (escaped !== undefined && escaped !== short) {
    for (const form of [escaped, escaped.replaceAll('%20', '+')]) {
      forms.add(form)
      forms.add(form.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))
    }
  }
  const bytes = Buffer.from(short)
  if (bytes.length >= shortestEncoded) for (const form of base64Forms(bytes)) forms.add(form)
  return forms
}

function encoded(text: string): string | undefined {
  try {
    return encodeURIComponent(text)
  } catch {
    // Half a surrogate pair: it cannot be encoded.
    return undefined
  }
}

/** As Python writes JSON by default. */
const asciiOnly = (text: string) =>
  text.replaceAll(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Three bytes become four characters, so a value inside of a longer one has three possible forms.
 * The characters at its ends depend on the bytes around it and are left out.
 */
function* base64Forms(bytes: Buffer): Generator<string> {
  for (const before of [0, 1, 2]) {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    const first = Math.ceil((before * 8) / 6)
    const last = Math.floor(((before + bytes.length) * 8) / 6)
    const inner = text.slice(first, last)
    yield inner
    const urlSafe = inner.replaceAll('+', '-').replaceAll('/', '_')
    if (urlSafe !== inner) yield urlSafe
  }
}
