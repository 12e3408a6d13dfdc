/** A text inside of a filter that means nothing but itself (RFC 4515). */
// guard (open = text): directory-names.test.ts
export const escapeFilter = (text: string) =>
  text.replace(/[\\*()\0]/g, (letter) => `\\${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Puts values into `(uid={login})`; `{0}` is how the settings of today's systems call the login. */
export const fillFilter = (filter: string, values: { login: string; dn?: string }) =>
  // In one pass: a value that looks like a placeholder is a value.
  filter.replace(/\{(login|0|dn)\}/g, (_all, name: string) =>
    escapeFilter(name === 'dn' ? (values.dn ?? '') : values.login),
  )

/** Parts of a distinguished name, so two spellings of one name are equal. */
function partsOf(dn: string): string[] {
  const parts = dn.match(/(?:\\.|[^,\\])+/gs) ?? []
  return parts.map((part) => {
    const [, type = '', value = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [undefined, '', part]
    return `${type.trim()}=${unescaped(value.trim())}`.toLowerCase()
  })
}

/** In one pass: an unescaped character may be a backslash, which escapes nothing. */
const unescaped = (text: string) =>
  text.replace(/(?:\\[\da-f]{2})+|\\(.)/gis, (all, letter: string | undefined) =>
    letter === undefined ? Buffer.from(all.replaceAll('\\', ''), 'hex').toString('utf8') : letter,
  )

/** A comma in a part belongs to a name, and ends no part. */
const wholeName = (parts: readonly string[]) => JSON.stringify(parts)

/**
 * Which of the groups in the settings these are. A group in the settings is a whole distinguished
 * name, or a name: then the first part of the group's decides.
 */
export function matchingGroups(wanted: readonly string[], groups: readonly string[]): string[] {
  const whole = new Set<string>()
  const names = new Set<string>()
  for (const group of groups) {
    const parts = partsOf(group)
    whole.add(wholeName(parts))
    names.add((parts[0] ?? '').replace(/^[^=]*=/, ''))
  }
  return wanted.filter((name) =>
    name.includes('=') ? whole.has(wholeName(partsOf(name))) : names.has(name.trim().toLowerCase()),
  )
}
