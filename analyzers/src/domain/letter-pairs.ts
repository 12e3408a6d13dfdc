/**
 * How much more likely a letter follows another one in words and names of five languages than in random text: the
 * logarithm, in steps of a tenth. A row for the start and for each preceding letter, a column for each following
 * one. Counted in words of English, French, German and Spanish, and in half of 7,000 website names.
 */
const rows: readonly string[] = [
  'hbhfhYXXZJNWbUXfDfgbWSP39H',
  '6bbaFOWKgCJhcl0WAmliWNB9KH',
  'qRFDo4C7kA0kC9k10jXJe990J6',
  'n0P9h00rg0bY03n03bMbb000M0',
  'kGBOwCKEo90RIMjA0bZGaDD0K0',
  'ZPZaUNQHZ8DbaoKR7qobOLHNAT',
  'kAC2mhH2o00hAEk60iScf020MA',
  'lC34t8SUi0BcLZf70jfMg1B0M3',
  'pF94s856l0EXPSl82bUbb1N0Y0',
  'dOfWjTX205JdWnfPIXnhBT0A0T',
  'uB0BrB00d0ACICn758W0o00005',
  'iMJEsLFMl3JcMVfJ0YihbEH0QB',
  'oIJRpJI8p0GkKGiJ01WXZG50a7',
  'pd48q8B2l04EaGoh02WDa050N0',
  'hHchlQkHfBPIFXaC9HkoOLC0CK',
  'LSYUJNYDSDKfdrVZCljcfQPGHC',
  'n6E7oK0gj00f2ClZ0lWXa010K0',
  'F0064040G00L0400400ByB0000',
  'pQTUqJRFm0OMTTjL4WbaXJC0NB',
  'gIf9pHIYh0LNVJbaGCloZAJ0L5',
  'lFJ3sCAap01OE9gA0jbYZ6H0PL',
  'aYbWgUUHcBHhdmGX6lkg1J4GAF',
  'o373x030r00A50j60RB0OA0080',
  'qO9JsB9ao0DRCVkJ0TaEU0F0F2',
  'hEfIlMFVp00KHLcm6CQmW8ALZ0',
  'hTeYhLVLZ0Igeedi0ZkePCLA0H',
  'sCNAsDICl0BQEKiD40FTi6R0QW',
]

const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const middle = 35
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Positive: written by people. Negative: random. */
export function wordLikeness(word: string): number {
  let sum = 0
  let row = 0
  for (const letter of word) {
    const column = letters.indexOf(letter)
    sum += signs.indexOf(rows[row]?.[column] ?? '') - middle
    row = column + 1
  }
  return sum / 10
}
