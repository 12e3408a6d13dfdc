/** Names that are looked up at most, and people who are notified at most; of one comment. */
const maxNames = 200
export const maxMentions = 20

/** Code is shown as it is, so it mentions no one. */
const code = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g
/** As the page shows it: `@login`, not the middle of a mail address. */
const named = /(?<![\w.@])@([\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}(?:@[\w.-]{1,63})?)/gu

/** The logins that a text names after an `@`, each once, in their order. */
export function mentionedIn(text: string): string[] {
  const names = new Set<string>()
  for (const [, name = ''] of text.replace(code, ' ').matchAll(named)) {
    names.add(name.replace(/[.-]+$/, ''))
    // guard: mentions.test.ts
    if (names.size === maxNames) break
  }
  return [...names]
}
