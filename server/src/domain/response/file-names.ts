/** The name, or the first of `name (1).txt`, `name (2).txt` … that is free. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  // One more than there are names: one of these is free.
  for (let number = 1; number <= taken.size; number += 1) {
    const candidate = `${stem} (${number})${extension}`
    if (!taken.has(candidate)) return candidate
  }
  return `${stem} (${taken.size + 1})${extension}`
}
