/** By length alone, the likeliest first: hex digits do not say who made them. */
const byLength: Readonly<Record<number, readonly string[]>> = {
  32: ['MD5', 'NTLM', 'MD4', 'imphash'],
  40: ['SHA-1', 'RIPEMD-160'],
  56: ['SHA-224', 'SHA3-224', 'SHA-512/224'],
  64: ['SHA-256', 'SHA3-256', 'BLAKE2s', 'BLAKE3', 'SM3'],
  96: ['SHA-384', 'SHA3-384'],
  128: ['SHA-512', 'SHA3-512', 'BLAKE2b', 'Whirlpool'],
}

/** Forms that are recognized by more than their length. */
const byForm: readonly (readonly [form: RegExp, name: string])[] = [
  [/^T1[0-9a-f]{70}$/i, 'TLSH'],
  [/^\d{1,10}:[A-Za-z0-9+/]{1,64}:[A-Za-z0-9+/]{1,64}$/, 'ssdeep'],
  [/^\$2[abxy]\$\d\d\$[./A-Za-z0-9]{53}$/, 'bcrypt'],
  [/^\$argon2(?:id|i|d)\$/, 'Argon2'],
  [/^[0-9a-f]{32}:[0-9a-f]{32}$/i, 'LM and NTLM'],
]

export function algorithmsOf(hash: string): readonly string[] {
  if (/^[0-9a-f]+$/i.test(hash)) return byLength[hash.length] ?? []
  return byForm.filter(([form]) => form.test(hash)).map(([, name]) => name)
}
