import { type Finding, finding } from '../kit/index.ts'
import { commandReason } from './installer-actions.ts'
import type { Member } from './member.ts'
import { shownPath } from './names.ts'

/** Looks at the parts of Java programs and Android apps while they are unpacked. */
export async function* watched(
  members: AsyncIterable<Member>,
  onFinding: (finding: Finding) => void,
): AsyncGenerator<Member> {
  for await (const member of members) {
    const look = lookFor(member.path)
    if (!look) yield member
    else
      yield {
        ...member,
        async read(maxBytes) {
          const found = await member.read(maxBytes)
          for (const one of look(found.content, shownPath(member.path))) onFinding(one)
          return found
        },
      }
  }
}

type Look = (content: Buffer, path: string) => Finding[]

function lookFor(path: string): Look | undefined {
  if (/^META-INF\/MANIFEST\.MF$/i.test(path)) return manifestFindings
  if (path === 'AndroidManifest.xml') return androidFindings
  return path.endsWith('.class') ? classFindings : undefined
}

const manifestFindings: Look = (content) => {
  const main = /^Main-Class:\s{0,5}([\w.$]{1,300})/m.exec(content.toString('latin1', 0, 65_536))
  return main?.[1] === undefined ? [] : [finding('archive.java-program', { class: main[1] })]
}

/** A class starts programs, and one of its texts is a command that no honest program needs. */
const classFindings: Look = (content, path) => {
  const texts = constantsOf(content)
  const runs = texts.includes('java/lang/Runtime') || texts.includes('java/lang/ProcessBuilder')
  for (const command of runs ? texts : []) {
    const why = commandReason(command)
    if (why !== undefined)
      return [finding('archive.java-command', { path, why, command: command.slice(0, 300) })]
  }
  return []
}

const maxConstants = 65_535
/** The length of each kind of constant after its first byte; texts state their own. */
const lengths: Readonly<Record<number, number>> = {
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 2,
  8: 2,
  9: 4,
  10: 4,
  11: 4,
  12: 4,
  15: 3,
  16: 2,
  17: 4,
  18: 4,
  19: 2,
  20: 2,
}

/** The texts of a compiled class: names of what it uses, and its own. */
export function constantsOf(content: Buffer): string[] {
  if (content.length < 10 || content.readUInt32BE(0) !== 0xcafebabe) return []
  const count = Math.min(content.readUInt16BE(8), maxConstants)
  const found: string[] = []
  let at = 10
  for (let index = 1; index < count && at + 3 <= content.length; index += 1) {
    const kind = content.readUInt8(at)
    if (kind === 1) {
      const length = content.readUInt16BE(at + 1)
      found.push(content.toString('utf8', at + 3, at + 3 + length))
      at += 3 + length
      continue
    }
    const length = lengths[kind]
    if (length === undefined) break
    at += 1 + length
    // Long numbers take two slots.
    if (kind === 5 || kind === 6) index += 1
  }
  return found
}

const maxManifest = 2 * 1024 * 1024

/** What lets an app read codes of banks, show itself over others and press buttons for the user. */
const androidFindings: Look = (content) => {
  const part = content.subarray(0, maxManifest)
  const text = `${part.toString('latin1')} ${part.toString('utf16le')} ${part.subarray(1).toString('utf16le')}`
  const names = new Set(
    [...text.matchAll(/android\.permission\.([A-Z_]{3,60})/g)].map(([, name = '']) => name),
  )
  const sms = ['RECEIVE_SMS', 'READ_SMS', 'SEND_SMS'].find((name) => names.has(name))
  const over = ['SYSTEM_ALERT_WINDOW', 'REQUEST_INSTALL_PACKAGES'].find((name) => names.has(name))
  return sms !== undefined && over !== undefined && names.has('BIND_ACCESSIBILITY_SERVICE')
    ? [
        finding('archive.android-permissions', {
          permissions: ['BIND_ACCESSIBILITY_SERVICE', sms, over].join(', '),
        }),
      ]
    : []
}
