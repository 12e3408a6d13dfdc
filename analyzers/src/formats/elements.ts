export interface ElementText {
  /** Where its tag begins. */
  readonly index: number
  readonly attributes: string
  readonly text: string
}

/** The elements of a name with their content, each read once: unterminated text costs nothing. */
export function elementsOf(xml: string, name: string, most: number): ElementText[] {
  const found: ElementText[] = []
  const open = new RegExp(`<(?:\\w{1,10}:)?${name}\\b([^<>]{0,1000})>`, 'g')
  const close = new RegExp(`</(?:\\w{1,10}:)?${name}>`, 'g')
  for (let begun = open.exec(xml); begun && found.length < most; begun = open.exec(xml)) {
    close.lastIndex = open.lastIndex
    const end = close.exec(xml)
    if (!end) break
    const text = xml.slice(open.lastIndex, end.index).trim()
    found.push({
      index: begun.index,
      attributes: begun[1] ?? '',
      text: text.startsWith('<![CDATA[') ? text.slice(9).replace(/\]\]>$/, '') : text,
    })
    open.lastIndex = close.lastIndex
  }
  return found
}
