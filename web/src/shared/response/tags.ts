/** Commas and line ends separate tags; each is taken once. */
export function tagsIn(typed: string, present: readonly string[] = []): string[] {
  const tags = new Set(present)
  for (const tag of typed.split(/[,\n]/)) if (tag.trim() !== '') tags.add(tag.trim())
  return [...tags]
}
