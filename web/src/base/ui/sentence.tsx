import { Fragment, type ReactNode } from 'react'
import { type TextKey, text } from '../texts/index.ts'

/** Characters that none of our texts contains. */
const [open, close] = ['\uE000', '\uE001']

interface SentenceProps {
  of: TextKey
  /** The replacement for each `{name}` of the text: words, a link, a value. */
  parts: Readonly<Record<string, ReactNode>>
}

/** A text with more than words in it, in the order of the language. */
export function Sentence({ of, parts }: SentenceProps) {
  const marked = text(
    of,
    Object.fromEntries(Object.keys(parts).map((name) => [name, `${open}${name}${close}`])),
  )
  return marked.split(/\uE000(\w+)\uE001/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same text has the same pieces
    <Fragment key={index}>{index % 2 === 0 ? piece : parts[piece]}</Fragment>
  ))
}
