/** An entry of the audit trail, as it leaves the installation. */
export interface AuditMessage {
  /** With `stream` it names the message: one that arrives twice has both again. */
  readonly id: number
  readonly stream: string
  readonly at: number
  readonly actor: string
  readonly organization: string | null
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  /** JSON object. */
  readonly details: string
  readonly address: string
  readonly requestId: string
}

/** Of a message of syslog, header included; what receivers take by default. */
export const maxSyslogBytes = 8 * 1024
/** Of a line in a file. */
export const maxLineBytes = 64 * 1024
/** Of a member of details, and of any other text, where all of them together are too long. */
const longestMember = 256
const longestWord = 512

/**
 * One JSON object in ASCII, at most so many bytes. Where it is longer, `cut` names what was shortened or left out:
 * first long texts in details, then details, then the rest.
 */
export function auditJson(message: AuditMessage, maxBytes: number): string {
  const details = parsed(message.details)
  // It becomes no shorter: a megabyte is not written out in vain.
  if (message.details.length <= maxBytes) {
    const whole = asciiJson(shown(message, details))
    if (whole.length <= maxBytes) return whole
  }
  const shorter = asciiJson({ ...shown(message, shortened(details)), cut: ['details'] })
  if (shorter.length <= maxBytes) return shorter
  const words = [
    'actor',
    'organization',
    'action',
    'objectType',
    'objectId',
    'address',
    'requestId',
  ]
  const short = shown(message, {})
  const isLong = (text: string) => text.length > longestWord || asciiJson(text).length > longestWord
  const long = words.filter((key) => isLong(String(short[key])))
  for (const key of long) short[key] = cutText(String(short[key]), longestWord)
  return asciiJson({ ...short, cut: ['details', ...long] })
}

const shown = (message: AuditMessage, details: unknown): Record<string, unknown> => ({
  ...{ id: message.id, stream: message.stream, at: new Date(message.at).toISOString() },
  ...{ actor: message.actor, organization: message.organization, action: message.action },
  ...{ objectType: message.objectType, objectId: message.objectId, details },
  ...{ address: message.address, requestId: message.requestId },
})

function parsed(details: string): unknown {
  try {
    return JSON.parse(details)
  } catch {
    return details
  }
}

function shortened(details: unknown): unknown {
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
      const isShort = text.length <= longestMember && asciiJson(value).length <= longestMember
      return [key, isShort ? value : cutText(text, longestMember)]
    }),
  )
}

/** So that it is no longer than that as JSON: a character may become six. */
function cutText(text: string, maxBytes: number): string {
  let kept = ''
  let bytes = 2 + 3
  for (const character of text) {
    bytes += asciiJson(character).length - 2
    if (bytes > maxBytes) break
    kept += character
  }
  return `${kept}...`
}

/** Receivers disagree about other encodings and about the mark that RFC 5424 wants before UTF-8. */
const asciiJson = (value: unknown): string =>
  (JSON.stringify(value) ?? 'null').replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** "Log audit", "informational" (RFC 5424, 6.2.1). */
const priority = 13 * 8 + 6

/** RFC 5424, without structured data: everything is in the JSON. */
export function syslogMessage(message: AuditMessage, host: string, pid: number): string {
  const header = `<${priority}>1 ${new Date(message.at).toISOString()} ${headerWord(host, 255)} assay ${pid} ${headerWord(message.action, 32)} - `
  return header + auditJson(message, maxSyslogBytes - header.length)
}

/** Printable ASCII without spaces; `-` is nothing. */
const headerWord = (text: string, longest: number): string =>
  text.replaceAll(/[^\x21-\x7e]/g, '').slice(0, longest) || '-'

/** RFC 5425: the length in bytes, then the message. */
export const framed = (message: string): string => `${message.length} ${message}`
