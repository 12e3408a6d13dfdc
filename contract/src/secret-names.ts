/**
 * Parts of names of secrets. cortexutils knows the first three only. The last row holds what the
 * public catalog hides under other names: keys of OVH, unlock codes, web hooks, whole client files
 * in base64.
 */
const secretWords = [
  ...['key', 'password', 'secret'],
  ...['token', 'pwd', 'passwd', 'passphrase', 'credential', 'auth', 'cookie', 'bearer'],
  ...['connection_string', 'connectionstring', 'conn_str'],
  ...['api_ak', 'api_as', 'api_cs', 'unlock_code', 'webhook', '_base64'],
]

/** Names that are one in themselves; as a part of others (`api_url`) they say nothing. */
const secretNames = new Set(['api', 'pin', 'conn', 'dsn'])

/** Whether a setting of this name holds a secret, as far as its name shows. */
export const isSecretItem = (name: string): boolean => {
  const lower = name.toLowerCase()
  return secretNames.has(lower) || secretWords.some((word) => lower.includes(word))
}
