/** In our own words: the compiler's messages quote the rules, which may be any file. */
const meanings: Readonly<Record<string, string>> = {
  E001: 'syntax error',
  E002: 'wrong type',
  E003: 'types that do not fit together',
  E004: 'wrong arguments',
  E005: 'assignment of another type',
  E006: 'negative number where none may be',
  E007: 'number out of range',
  E008: 'unknown field',
  E009: 'unknown identifier',
  E010: 'unknown module',
  E011: 'invalid range',
  E012: 'a rule of this name exists already',
  E013: 'a tag that is there twice',
  E014: 'invalid regular expression',
  E015: 'greedy and ungreedy parts in one regular expression',
  E016: 'no pattern fits',
  E017: 'empty pattern set',
  E018: 'the entry point is not supported',
  E019: 'a pattern that is too slow',
  E020: 'invalid pattern modifier',
  E021: 'a pattern of this name exists already',
  E022: 'unused pattern',
  E023: 'a modifier that is there twice',
  E024: 'modifiers that do not go together',
  E025: 'unknown pattern',
  E026: 'invalid text',
  E042: 'include is not supported: choose all files, or their folder',
}

/**
 * Line, column and kind of what the compiler found. Nothing else of its message is used: it draws the
 * line of the source, and names what it found there.
 */
export function compileProblem(message: string): string {
  const [, code = ''] = /^error\[(E\d{3})\]/.exec(message) ?? []
  const [, line, column] = /--> [^\n]{0,20}?line:(\d{1,9}):(\d{1,9})/.exec(message) ?? []
  const place = line === undefined ? '' : `line ${line}, column ${column}: `
  const meaning = meanings[code] ?? 'it does not compile'
  return code === '' ? `${place}${meaning}` : `${place}${meaning} (${code})`
}
