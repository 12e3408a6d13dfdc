/** Types of MISP attributes that hold one text, and the data type that our analyzers know it by. */
const dataTypes: Readonly<Record<string, string>> = {
  'ip-src': 'ip',
  'ip-dst': 'ip',
  domain: 'domain',
  hostname: 'fqdn',
  url: 'url',
  link: 'url',
  uri: 'uri_path',
  md5: 'hash',
  sha1: 'hash',
  sha224: 'hash',
  sha256: 'hash',
  sha384: 'hash',
  sha512: 'hash',
  imphash: 'hash',
  ssdeep: 'hash',
  'email-src': 'mail',
  'email-dst': 'mail',
  email: 'mail',
  'email-subject': 'mail-subject',
  filename: 'filename',
  regkey: 'registry',
  'user-agent': 'user-agent',
  AS: 'autonomous-system',
  'pattern-in-traffic': 'regexp',
  text: 'other',
  other: 'other',
}

export const mispTypes: readonly string[] = Object.keys(dataTypes)

export const dataTypeOf = (mispType: string): string | undefined =>
  Object.hasOwn(dataTypes, mispType) ? dataTypes[mispType] : undefined

export const mispTypesOf = (types: readonly string[]): string[] =>
  mispTypes.filter((mispType) => types.includes(dataTypes[mispType] ?? ''))

const byLength: Readonly<Record<number, string>> = {
  32: 'md5',
  40: 'sha1',
  56: 'sha224',
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}

/** What a value that an analyzer found is to MISP. */
export const mispTypesFor = (dataType: string, value: string): string[] => {
  if (dataType === 'hash') return [byLength[value.length] ?? 'other']
  if (dataType === 'mail') return ['email-src', 'email-dst']
  if (dataType === 'ip') return ['ip-src', 'ip-dst']
  const [first] = mispTypesOf([dataType])
  return [first ?? 'other']
}
