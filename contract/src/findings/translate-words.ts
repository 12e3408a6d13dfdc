import { otherForms } from './other-forms.ts'
import { type Word, words } from './words.ts'

type Translate = (word: Word) => string

interface WithEvidence {
  readonly word: Word
  readonly form: RegExp
}

const byText: ReadonlyMap<string, Word> = new Map([
  ...words.map((word) => [word, word] as const),
  ...Object.entries(otherForms),
])
/** The longest text first: `{} has {} SPF records` before `{} replaces {}`. */
const withEvidence: readonly WithEvidence[] = [...byText]
  .filter(([text]) => text.includes('{}'))
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([text, word]) => ({
    word,
    form: new RegExp(`^${text.split('{}').map(escaped).join('((?:(?![,;] ).){1,300}?)')}$`, 's'),
  }))

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/**
 * Our words in another language: the whole, otherwise each part of a list, otherwise unchanged. Evidence
 * in between goes through `show`.
 */
export function translateWords(
  text: string,
  translate: Translate,
  show: (evidence: string) => string,
): string {
  const one = (part: string): string | undefined => {
    const known = byText.get(part)
    if (known !== undefined) return translate(known)
    for (const { word, form } of withEvidence) {
      const found = form.exec(part)
      if (!found) continue
      const [, ...evidence] = found
      return translate(word).replaceAll('{}', () => show(evidence.shift() ?? ''))
    }
    return undefined
  }
  return (
    one(text) ??
    text
      .split(/(; |, | and )/)
      .map((part, index) =>
        index % 2 === 0
          ? (one(part) ?? show(part))
          : part === ' and '
            ? ` ${translate('and')} `
            : part,
      )
      .join('')
  )
}
