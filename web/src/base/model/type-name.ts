import { type TextKey, text } from '../texts/index.ts'

/** Types of values that people have a word for. */
const known = [
  'autonomous-system',
  'certificate',
  'cve',
  'domain',
  'file',
  'filename',
  'fqdn',
  'hash',
  'hostname',
  'ip',
  'jwt',
  'mail',
  'mail-subject',
  'network',
  'other',
  'regexp',
  'registry',
  'uri_path',
  'url',
  'user-agent',
] as const
type Known = (typeof known)[number]

const spelled = (type: string) => type.toLowerCase().replaceAll('_', '-')
const bySpelling = new Map<string, Known>(known.map((type) => [spelled(type), type]))

/** `domain` is "Domain", `ip` "IP address"; a custom type is called by its own name, in words. */
export function typeName(type: string): string {
  const found = bySpelling.get(spelled(type))
  if (found) return text(`type.${found}` satisfies TextKey)
  const words = type.replace(/^thehive:/, '').replaceAll(/[_-]+/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
