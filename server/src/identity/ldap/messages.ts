/** What a directory sent is not an LDAP message. */
export class NotLdap extends Error {}

/**
 * Whole messages out of what arrives in pieces, each in the form of an answer. The library sees
 * nothing else: a length beyond its message would keep it busy until the memory is used up, and many
 * messages at once would exhaust its stack.
 */
export function messageReader() {
  let held: Buffer[] = []
  let size = 0
  let needed = 2
  return {
    read(chunk: Buffer): Buffer[] {
      held.push(chunk)
      size += chunk.length
      const whole: Buffer[] = []
      while (size >= needed) {
        const bytes = held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
        if (bytes[0] !== tags.list) throw new NotLdap('unexpected message type')
        const end = endOf(bytes, 0)
        held = [bytes]
        needed = end ?? size + 1
        if (end === undefined || size < end) continue
        const message = bytes.subarray(0, end)
        checkAnswer(message)
        whole.push(message)
        held = [bytes.subarray(end)]
        size -= end
        needed = 2
      }
      return whole
    },
    /** The beginning of a message that has not ended. */
    get hasRest() {
      return size > 0
    },
  }
}

/** Where the element ends that begins here, as far as its head has arrived. */
function endOf(bytes: Buffer, from: number): number | undefined {
  const first = bytes[from + 1]
  if (first === undefined) return undefined
  if (first < 0x80) return from + 2 + first
  const digits = first - 0x80
  if (digits === 0 || digits > 4) throw new NotLdap('unsupported length encoding')
  if (from + 2 + digits > bytes.length) return undefined
  return from + 2 + digits + bytes.readUIntBE(from + 2, digits)
}

interface Element {
  readonly tag: number
  readonly content: Buffer
}

/** They fill it to the last byte. */
function elementsOf(bytes: Buffer): Element[] {
  const found: Element[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = endOf(bytes, from)
    if (end === undefined || end > bytes.length) throw new NotLdap('length too large')
    const length = bytes[from + 1] ?? 0
    const begin = from + 2 + (length < 0x80 ? 0 : length - 0x80)
    found.push({ tag: bytes[from] ?? 0, content: bytes.subarray(begin, end) })
    from = end
  }
  return found
}

const tags = { boolean: 0x01, integer: 0x02, text: 0x04, enumeration: 0x0a, list: 0x30, set: 0x31 }
const operations = { bind: 0x61, entry: 0x64, searchDone: 0x65, reference: 0x73, extended: 0x78 }
/** Referral, credentials of SASL, name and value of an extended answer. */
const furtherTags = [0xa3, 0x87, 0x8a, 0x8b]
const controlsTag = 0xa0

function checkAnswer(message: Buffer): void {
  const [whole] = elementsOf(message)
  const [id, operation, controls, ...more] = within(whole, tags.list)
  if (id?.tag !== tags.integer || !operation || more.length > 0)
    throw new NotLdap('malformed message')
  checkOperation(operation)
  if (controls === undefined) return
  for (const control of within(controls, controlsTag))
    for (const { tag } of within(control, tags.list))
      if (tag !== tags.text && tag !== tags.boolean) throw new NotLdap('malformed control')
}

function checkOperation({ tag, content }: Element): void {
  const parts = elementsOf(content)
  if (tag === operations.entry) {
    const [name, attributes, ...more] = parts
    if (name?.tag !== tags.text || more.length > 0) throw new NotLdap('malformed entry')
    for (const attribute of within(attributes, tags.list)) checkAttribute(attribute)
  } else if (tag === operations.reference) allOf(parts, tags.text)
  else checkResult(tag, parts)
}

function checkResult(tag: number, parts: readonly Element[]): void {
  const [result, matched, words, ...further] = parts
  const isAnswer = [operations.bind, operations.searchDone, operations.extended].includes(tag)
  const isWhole =
    result?.tag === tags.enumeration && matched?.tag === tags.text && words?.tag === tags.text
  if (!isAnswer || !isWhole || further.some((one) => !furtherTags.includes(one.tag)))
    throw new NotLdap('malformed response')
}

function checkAttribute(attribute: Element): void {
  const [type, values, ...more] = within(attribute, tags.list)
  if (type?.tag !== tags.text || more.length > 0) throw new NotLdap('malformed attribute')
  allOf(within(values, tags.set), tags.text)
}

function within(element: Element | undefined, tag: number): Element[] {
  if (element?.tag !== tag) throw new NotLdap('unexpected element type')
  return elementsOf(element.content)
}

function allOf(elements: readonly Element[], tag: number): void {
  if (elements.some((one) => one.tag !== tag)) throw new NotLdap('unexpected element type')
}
