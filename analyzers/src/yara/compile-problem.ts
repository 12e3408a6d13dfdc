/** In our own words: the compiler's messages quote the rules, which may be any file. */
const meanings: Readonly<Record<string, string>> = {
  E001: 'syntax error',
  E002: 'wrong type',
  E003: 'mismatching types',
  E004: 'wrong arguments',
  E005: 'mismatching assignment types',
  E006: 'unexpected negative number',
  E007: 'number out of range',
  E008: 'unknown field',
  E009: 'unknown identifier',
  E010: 'unknown module',
  E011: 'invalid range',
  E012: 'duplicate rule name',
  E013: 'duplicate tag',
  E014: 'invalid regular expression',
  E015: 'mixed greedy and ungreedy regular expression',
  E016: 'no matching pattern',
  E017: 'empty pattern set',
  E018: 'entry point is not supported',
  E019: 'slow pattern',
  E020: 'invalid pattern modifier',
  E021: 'duplicate pattern name',
  E022: 'unused pattern',
  E023: 'duplicate modifier',
  E024: 'incompatible modifiers',
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
