/** RFC 6761, 6762, 7686, 8375 and the names that local networks use by custom. */
const specialUses: Readonly<Record<string, string>> = {
  onion: 'Tor hidden service',
  i2p: 'I2P hidden service',
  local: 'local network (multicast DNS)',
  localhost: 'this machine',
  'home.arpa': 'home network',
  internal: 'private network',
  lan: 'private network, by custom',
  corp: 'private network, by custom',
  home: 'private network, by custom',
  intranet: 'private network, by custom',
  test: 'testing',
  example: 'documentation',
  'example.com': 'documentation',
  'example.net': 'documentation',
  'example.org': 'documentation',
  invalid: 'never exists',
  arpa: 'infrastructure of DNS',
}

/** What a name is reserved for, of a name in lowercase; undefined for public ones. */
export function specialUseOf(name: string): string | undefined {
  const special = Object.keys(specialUses).find(
    (suffix) => name === suffix || name.endsWith(`.${suffix}`),
  )
  return special === undefined ? undefined : specialUses[special]
}
