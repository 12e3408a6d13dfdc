import { anyOf, type Filter } from './steps.ts'

/** The server compares logins and names exactly, so the usual spellings are all requested. */
export function textQuery(wanted: string): Filter {
  const spellings = [...new Set([wanted, wanted.toLowerCase(), capitalized(wanted)])]
  return anyOf(
    spellings.flatMap((spelling) =>
      ['login', 'name'].map((field) => ({
        _wildcard: { _field: field, _value: `*${spelling}*` },
      })),
    ),
  )
}

const capitalized = (words: string) =>
  words.toLowerCase().replace(/(^|\s)\S/g, (start) => start.toUpperCase())
