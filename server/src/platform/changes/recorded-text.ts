const maxCharacters = 1_000

/** Longer texts are cut in the record of changes; their own rows have them whole. */
export const recordedText = (text: string): string => text.slice(0, maxCharacters)
