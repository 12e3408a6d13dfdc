import { hiddenIn, isProgram, textIn } from './hidden.ts'
import { withoutTricks } from './tricks.ts'
import { xored } from './xored.ts'

export interface Layer {
  /** How it was hidden, from the outside in; empty for the script itself. */
  readonly how: readonly string[]
  readonly text: string
}

export interface Layers {
  readonly layers: readonly Layer[]
  readonly programs: readonly Buffer[]
  /** What was not looked at. */
  readonly incomplete: readonly string[]
}

const maxLayers = 40
const maxDepth = 8
const maxText = 2 * 1024 * 1024
const maxTotal = 8 * 1024 * 1024
const maxMs = 8_000

/** Takes a script apart without running it: each layer is a text that was hidden in the one before. */
export function layersOf(script: string): Layers {
  const deadline = performance.now() + maxMs
  const layers: Layer[] = []
  const programs: Buffer[] = []
  const incomplete = new Set<string>()
  const seen = new Set<string>()
  let total = 0
  const queue: Layer[] = [{ how: [], text: script.slice(0, maxText) }]
  if (script.length > maxText) incomplete.add(`only its first ${maxText} characters were examined`)
  for (let layer = queue.shift(); layer; layer = queue.shift()) {
    if (layers.length >= maxLayers || total > maxTotal || performance.now() > deadline) {
      incomplete.add('decoding limit reached: some hidden content was not examined')
      break
    }
    if (seen.has(layer.text)) continue
    seen.add(layer.text)
    layers.push(layer)
    total += layer.text.length
    const { text, used } = withoutTricks(layer.text, maxText)
    const plain = used.length === 0 ? layer : { how: [...layer.how, used.join(', ')], text }
    if (plain !== layer && !seen.has(text)) {
      seen.add(text)
      layers.push(plain)
    }
    if (layer.how.length >= maxDepth) {
      incomplete.add(`content hidden more than ${maxDepth} layers deep`)
      continue
    }
    for (const { how, content } of partsIn(plain.text, layer.text)) {
      if (isProgram(content) && programs.length < 5) programs.push(content as Buffer)
      const found = textIn(content)
      if (found !== undefined && found.length >= 8 && looksWritten(found))
        queue.push({ how: [...plain.how, how], text: found.slice(0, maxText) })
    }
  }
  return { layers, programs, incomplete: [...incomplete] }
}

/** A XOR operator is taken for a trick: it is gone from the plain text. */
function* partsIn(plain: string, original: string) {
  yield* hiddenIn(plain)
  yield* xored(original)
}

/** Random bytes may be letters by chance, but hardly words with punctuation. */
const looksWritten = (text: string) =>
  /[A-Za-z]{3,}/.test(text) &&
  /[ .:/\\(=]/.test(text) &&
  !/[\u0080-\u009f\ufffd]/.test(text.slice(0, 200))
