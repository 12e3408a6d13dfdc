/** A template as sections: each `## ` begins one; what comes before the first is the cover. */
export function sectionsOf(body: string): { id: string; title: string; body: string }[] {
  const found: { title: string; lines: string[] }[] = [{ title: '', lines: [] }]
  for (const line of body.replaceAll('\r\n', '\n').split('\n')) {
    const [, title] = /^##\s+(.*?)\s*#*\s*$/.exec(line) ?? []
    if (title === undefined) found.at(-1)?.lines.push(line)
    else found.push({ title: title.slice(0, 256), lines: [] })
  }
  return found
    .map(({ title, lines }) => ({ title, body: lines.join('\n').trim() }))
    .filter(({ title, body: text }) => title !== '' || text !== '')
    .map((section, index) => ({
      id: section.title === '' ? 'cover' : `section-${index}`,
      ...section,
    }))
}
