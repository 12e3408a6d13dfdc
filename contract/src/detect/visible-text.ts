/**
 * Invisible characters: control and format characters, those that turn the direction of what
 * follows (`U+202E`), fillers, letters that render as spaces. The variation selector of an emoji is
 * visible.
 */
const tricks =
  /(?![\n\r\t])[\p{Cc}\p{Cf}\u2028\u2029\u2800]|(?<!\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?![\ufe0e\ufe0f])\p{DI}/gu

const box = (character: string) => {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase()
  return `⟨U+${code.padStart(4, '0')}⟩`
}

/** Every character can be seen: `⟨U+202E⟩gnp.exe` cannot hide its ending. */
export const visibleText = (text: string): string => text.replace(tricks, box)

/** The same for a name, which has no lines. */
export const visibleName = (text: string): string => visibleText(text).replace(/[\n\r\t]/g, box)
