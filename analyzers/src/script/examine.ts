import { extract } from '@assay/contract/detect'
import { type Artifact, artifact, type Finding, finding } from '../kit/index.ts'
import { callsIn } from './calls.ts'
import type { Language } from './language.ts'
import { type Layers, layersOf } from './layers.ts'
import { loadersIn, unreadCode } from './loaders.ts'

const maxArtifacts = 500
const encodedCommand = /(?:\s[-/–]e(?:nc?|ncodedcommand|c)?\s{1,10})["']?[A-Za-z0-9+/]{16,}/i

export interface Examined extends Layers {
  readonly findings: readonly Finding[]
}

/** Used for scripts, and for what contains them: pages, shortcuts. */
export function examineScript(text: string, language: Language): Examined {
  const { layers, programs, incomplete } = layersOf(text)
  const findings = callsIn(layers, language)
  for (const one of loadersIn(layers, language))
    if (!findings.some(({ id }) => id === one.id)) findings.push(one)
  const hidden = layers.filter(({ how }) => how.length > 0)
  const deep = hidden.filter(({ how }) =>
    /base64|hex|codes|reversed|encoder/.test(how.at(-1) ?? ''),
  )
  if (
    layers.some((layer) => encodedCommand.test(layer.text) && /powershell|pwsh/i.test(layer.text))
  ) {
    const command = deep[0]?.text ?? ''
    findings.unshift(finding('script.encoded-command', { command: command.slice(0, 200) }))
  }
  const tricks = hidden.find(({ how }) =>
    /carets|backticks|format|replace|character codes|variables|pieces/.test(how.at(-1) ?? ''),
  )
  const joined = hidden.find(({ how }) => how.at(-1)?.includes('concatenation'))
  const word =
    (tricks && revealed(text, tricks.text)) ??
    // Addresses are put together everywhere, names of programs are not.
    (joined && revealed(text, joined.text.replace(/https?:\/\//gi, '')))
  if (word !== undefined) findings.push(finding('script.shortened', { evidence: word }))
  const telling = deep.filter((layer) => revealed(text, layer.text) !== undefined)
  if (telling.length > 0) findings.push(finding('script.layers', { count: telling.length }))
  const [program] = programs
  if (program) findings.push(finding('script.hidden-program', { bytes: program.length }))
  return {
    layers,
    programs,
    incomplete: [...incomplete, ...unreadCode(layers, language)],
    findings,
  }
}

const telltales =
  /\b(?:powershell|wscript\.shell|invoke-expression|invoke-webrequest|downloadstring|downloadfile|frombase64string|xmlhttp|adodb\.stream|activexobject|mshta|rundll32|regsvr32|cmd(?:\.exe)? ?\/c|\/bin\/sh|virtualalloc|createobject)\b|https?:\/\//gi

/** A word that is only to be read when the trick is undone. */
function revealed(before: string, after: string): string | undefined {
  const known = before.toLowerCase()
  for (const [word] of after.matchAll(telltales))
    if (!known.includes(word.toLowerCase())) return word
  return undefined
}

export const shownLayers = ({ layers }: Pick<Layers, 'layers'>) =>
  layers.slice(1, 21).map(({ how, text }, at) => ({
    layer: at + 1,
    how: how.join(' › '),
    length: text.length,
    text: text.slice(0, 4_000),
  }))

const handedOut = new Set(['url', 'ip', 'mail', 'registry', 'hash'])

/** Out of every layer; names of hosts only out of addresses, because code is full of dots. */
export function artifactsOf({ layers }: Pick<Layers, 'layers'>): Artifact[] {
  const found = new Map<string, Artifact>()
  for (const { how, text } of layers)
    for (const { dataType, value } of extract(text.slice(0, 1_000_000), { max: maxArtifacts })) {
      const key = `${dataType} ${value}`
      if (found.size >= maxArtifacts || found.has(key) || !handedOut.has(dataType)) continue
      const message =
        how.length === 0 ? 'in the script' : `hidden in the script: ${how.join(' › ')}`
      found.set(key, artifact(dataType, value, { message: message.slice(0, 200) }))
    }
  return [...found.values()]
}
