import type { PdfImage } from './pdf-images.ts'
import { type Dictionary, isDictionary, Name, nameOf, type Value } from './pdf-values.ts'

/** What was seen on the way. Texts are only believed when the file turns out not to be encrypted. */
export interface Seen {
  readonly counts: Map<string, number>
  readonly scripts: Value[]
  readonly files: { name: string; target: Value }[]
  readonly actions: { type: string; target: string }[]
  /** What happens when the document or a page of it is shown. */
  readonly opened: Value[]
  /** Forms in XML (XFA). */
  readonly forms: Value[]
  readonly images: PdfImage[]
  /** Reference to the dictionary with title and author. */
  info: Value | undefined
  pages: number
  isEncrypted: boolean
  isDisguised: boolean
  startsScript: boolean
}

export const nothingSeen = (): Seen => ({
  counts: new Map(),
  scripts: [],
  files: [],
  actions: [],
  opened: [],
  forms: [],
  images: [],
  info: undefined,
  pages: 0,
  isEncrypted: false,
  isDisguised: false,
  startsScript: false,
})

const counted = new Set(
  'JavaScript JS OpenAction AA Launch EmbeddedFile EmbeddedFiles RichMedia XFA AcroForm URI SubmitForm ImportData GoToR GoToE ObjStm JBIG2Decode Encrypt'.split(
    ' ',
  ),
)

/** Depth is bounded by the lexer, which made the value. */
export function look(value: Value, seen: Seen): void {
  if (Array.isArray(value)) {
    for (const entry of value) look(entry, seen)
    return
  }
  const count = (name: string) => seen.counts.set(name, (seen.counts.get(name) ?? 0) + 1)
  if (!isDictionary(value)) {
    const name = nameOf(value)
    if (counted.has(name)) count(name)
    if (value instanceof Name && value.isDisguised) seen.isDisguised ||= counted.has(name)
    return
  }
  for (const [key, entry] of value) {
    if (key === '\0disguised') {
      seen.isDisguised ||= counted.has(String(entry))
      continue
    }
    if (counted.has(key)) count(key)
    look(entry, seen)
  }
  if (value.has('Encrypt')) seen.isEncrypted = true
  if (nameOf(value.get('Type')) === 'Page') seen.pages += 1
  // In the trailer, or in the stream that replaces it.
  if (value.has('Root') && value.has('Info')) seen.info = value.get('Info')
  const form = value.get('XFA')
  if (form !== undefined && seen.forms.length < 20) seen.forms.push(form)
  lookAtAction(value, seen)
  const files = value.get('EF')
  if (isDictionary(files) && seen.files.length < 1_000) {
    const name = [value.get('UF'), value.get('F')].find((text) => typeof text === 'string')
    const target = ['F', 'UF', 'DOS', 'Mac', 'Unix'].map((key) => files.get(key)).find(Boolean)
    if (target !== undefined) seen.files.push({ name: String(name ?? 'embedded'), target })
  }
}

function lookAtAction(value: Dictionary, seen: Seen): void {
  const type = nameOf(value.get('S'))
  if (value.has('JS') && seen.scripts.length < 1_000) seen.scripts.push(value.get('JS') ?? null)
  const started = value.get('OpenAction')
  const more = value.get('AA')
  for (const first of [started, isDictionary(more) ? more.get('O') : undefined])
    if (first !== undefined && seen.opened.length < 100) seen.opened.push(first)
  if ((isDictionary(started) && nameOf(started.get('S')) === 'JavaScript') || runsByItself(value))
    seen.startsScript = true
  if (!['URI', 'Launch', 'SubmitForm', 'GoToR', 'GoToE', 'ImportData'].includes(type)) return
  if (seen.actions.length >= 5_000) return
  const target = type === 'URI' ? value.get('URI') : (value.get('F') ?? value.get('Win'))
  seen.actions.push({ type, target: targetText(target) })
}

/** Of a form field: while the user types in it, and what is shown then. */
const whileTyping = new Set(['K', 'F', 'V', 'C'])

function runsByItself(value: Dictionary): boolean {
  const more = value.get('AA')
  if (more === undefined) return false
  const isField = nameOf(value.get('Subtype')) === 'Widget' || value.has('FT')
  return !(isField && isDictionary(more) && [...more.keys()].every((key) => whileTyping.has(key)))
}

export function targetText(target: Value | undefined): string {
  if (typeof target === 'string') return target
  if (!isDictionary(target)) return ''
  const parts = ['UF', 'F', 'P'].map((key) => target.get(key))
  return [...new Set(parts.filter((part) => typeof part === 'string'))].join(' ')
}
