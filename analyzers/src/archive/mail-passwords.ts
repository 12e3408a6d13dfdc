/**
 * What a text calls a password: `Password: 1234`, `das Passwort lautet "abc"`, `la contraseña es abc`. Senders
 * of packed malware write it next to the attachment, where scanners do not look.
 */
const names = [
  // English, German, Dutch, Scandinavian languages, Finnish
  'pass(?:word|wort|code|phrase|wd|ord)?|kennwort|zugangscode|wachtwoord|toegangscode|lösenord|losenord|adgangskode|kodeord|salasana',
  // French, Spanish, Italian, Portuguese, Romanian
  "mots? de passe|mdp|code d['’]accès|contraseña|contrasena|clave|parola(?: d['’]ordine)?|chiave|senha|palavra[- ]passe|código de acesso|código de acceso|parolă|parolei?",
  // Polish, Czech, Slovak, Hungarian, Turkish
  'hasło|haslo|heslo|jelsz(?:ó|ava)|şifre(?:si)?|sifre|parolası',
  // Russian, Ukrainian, Greek
  'пароль|κωδικός(?: πρόσβασης)?|συνθηματικό',
  'pwd|pw|pin|code|codice|codigo|código',
]
const withoutSpaces =
  'パスワード|暗証番号|解压密码|解壓密碼|密码|密碼|비밀번호|암호|كلمة المرور|كلمة السر|סיסמה|סיסמא'

const named = new RegExp(
  `(?<![\\p{L}\\p{N}_])(?:${names.join('|')})(?![\\p{L}\\p{N}_])|${withoutSpaces}`,
  'giu',
)

/** Between the word and the password: “for the attached file is”, “pour ouvrir l’archive est la suivante :”. */
const filler = new RegExp(
  `(?:\\s|[:=：→–—-]|(?:${[
    'is|are|was|for|to|of|the|this|that|your|open|opening|unpack|extract|view|attached|attachment|archive|file|document|zip|rar|following|below|will be|as follows',
    'ist|lautet|für|zum|zur|der|die|das|den|dem|des|öffnen|entpacken|datei|archivs?|anhangs?|dokuments?|folgende[sr]?|wie folgt',
    "est|sera|pour|de|du|la|le|les|l['’]|cette|ce|ouvrir|décompresser|fichier|pièce jointe|joint|suivante?|ci-dessous",
    'es|será|para|del|el|abrir|descomprimir|archivo|adjunto|fichero|documento|siguiente',
    "è|per|il|lo|dell['’]|aprire|allegato|seguente|é|do|da|o|a|arquivo|ficheiro|anexo|seguinte|em",
    'voor|het|van|bestand|bijlage|openen|volgende|för|till|filen|arkivet|är|er|til|til at åbne|na|do pliku|pliku|to|jest|k souboru|souboru|je|к|архиву|файлу|от|архива|на|для',
    'は|は、|です|为|為|是|는|은|입니다',
  ].join('|')})(?![\\p{L}\\p{N}_]))`,
  'iuy',
)

const opening = /["'“”„«‹(「『【*]?\s?/uy
const password = /[^\s"'“”„«»‹›()<>「」『』【】*]{2,64}/uy
const told =
  /(?<![\p{L}\p{N}])["'“„«]?([^\s"'“”„«»()<>]{3,64})["'”“»]?\s{1,3}(?:is|ist|est|es|è|é)\s{1,3}(?:the|your|das|le|la|el|il|a|o)\s{1,3}(?:\p{L}{1,20}\s)?(?:pass(?:word|wort|code)|kennwort|mot de passe|contraseña|clave|senha)(?!\p{L})/giu

const maxPasswords = 20
const maxText = 200_000
const maxFillers = 12
const reach = 160

export function passwordsIn(given: string): string[] {
  const text = given.slice(0, maxText).normalize('NFC')
  const found = new Set<string>()
  const add = (candidate: string | undefined) => {
    if (candidate === undefined || found.size >= maxPasswords) return
    found.add(candidate)
    // The full stop of the sentence, unless it is part of it.
    found.add(candidate.replace(/[.,;:!?。、，]+$/u, ''))
  }
  for (const { index, 0: name } of text.matchAll(named)) {
    if (found.size >= maxPasswords) break
    const behind = text.slice(index + name.length, index + name.length + reach)
    add(tokenAt(behind, fillersIn(behind)))
    // After the colon, where more text is between than is known here.
    const colon = /^[^.!?\n:=：]{1,80}[:=：]/u.exec(behind)
    if (colon) add(tokenAt(behind, colon[0].length + fillersIn(behind.slice(colon[0].length))))
  }
  for (const [, password] of text.matchAll(told)) add(password)
  found.delete('')
  return [...found].slice(0, maxPasswords)
}

/** How many characters say nothing yet. */
function fillersIn(text: string): number {
  filler.lastIndex = 0
  let at = 0
  for (let count = 0; count < maxFillers && filler.test(text); count += 1) at = filler.lastIndex
  return at
}

function tokenAt(text: string, at: number): string | undefined {
  opening.lastIndex = at
  password.lastIndex = opening.test(text) ? opening.lastIndex : at
  return password.exec(text)?.[0]
}
