/**
 * What a text calls a password: `Password: 1234`, `das Passwort ist "abc"`. Senders of packed malware
 * write it beside the attachment, where no scanner looks.
 */
const named =
  /(?:pass(?:word|wort|code|phrase|wd)?|kennwort|mot de passe|contraseña|senha|pwd|pw|\bpin|\bcode)\b(?:\s{0,5}(?:is|ist|est|es|for the (?:file|archive|zip)|der datei|du fichier|:|=|-|–)){0,3}\s{0,5}["'“„«‹(]?\s?([^\s"'“”„«»‹›()<>]{2,64})/giu

const maxPasswords = 20
const maxText = 200_000

export function passwordsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [, password = ''] of text.slice(0, maxText).matchAll(named)) {
    found.add(password)
    // The full stop of the sentence, unless it is part of it.
    found.add(password.replace(/[.,;:!?]+$/, ''))
    if (found.size >= maxPasswords) break
  }
  found.delete('')
  return [...found].slice(0, maxPasswords)
}
