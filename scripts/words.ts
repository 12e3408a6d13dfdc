// Step `words` of `npm run check`: what people read keeps to the words of the field, a reason is short
// and states a fact, and every text of the page exists in both languages.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** Refused everywhere: a pattern of whole words = what to say instead. */
const everywhere = `
whoever = the user, anyone who; nobody = no one, or name the actor; somebody = a user
everybody = every user, all users; anew = again; set aside = reserved; looks? into = examine
looked into = examined; beside = alongside, in addition to; for ever = forever; made[ -]up = sample
demonstrations? = demo; made by a program = algorithmically generated (DGA); picture(s|d)? = image
resembles = is a look-alike of, is similar to; no name on the internet = special-use name
reverse names? = reverse DNS (PTR); leads? back = not forward-confirmed; two in one = polyglot
written backwards = right-to-left override; behind its end = appended; taken away = removed, stripped
(starts?|opens?|runs?|ends?|appears?) by (itself|themselves) = automatically; out of itself = HTML smuggling
of (its|their) own = separate, its; known holes = known vulnerabilities; weak spots = vulnerabilities
hands over = leaks, opens a reverse shell; calls itself = identifies as; telephones? = phone
foreign code = attacker code; foreign workers? = third-party analyzer; short links = URL shorteners
throw[ -]away mail = disposable email; user names? = username; mail address(es)? = email address
host names? = hostname, FQDN; computer names? = hostname; hardware address(es)? = MAC address
vouch(ed|es)? = authenticate; asks? the internet = queries external services; found out = detected
(switch|turn)(ed|es|s)? (on|off) = enable, disable; small letters = lowercase letters
present (key|one|password) = current; go(es)? on = continue; (is|are) tied = is linked
(is|are) away = is unavailable; former = previous; meanwhile = in the meantime, or cut it
tried by = tested by; ends of jobs = job results; seal(s|ed)? = encrypt; carried = imported, copied
do(es)? not take = does not support; tells of = events; heirs? = successor case; catalogues? = catalog
licences? = license; (colou|behaviou|favou)r(s|ed)? = color, behavior, favor; analys(ed?|ing) = analyze
(cancel|label|model)led = canceled, labeled, modeled`

/** Refused on the page and in reasons, where the wire and its inherited messages have no say. */
const onPage = `
harmless$ = benign; news = updates; dossiers? = observable page; ^story = overview, timeline
^whose(?! _) = owner; ^took = duration; young = newly registered; endings? = extension; blanks = spaces
(?<!lowercase |uppercase )letters = characters; registered part = registered domain; logins? = username
stands for = replaces; vouched = authenticated; values? = observable
(organi|recogni|authori|normali)s(e|ed|es|ing|ation|ations) = the spelling with z`

/** Custom fields, headers and reports have values. */
const hasValues =
  /^(fields\.|(templates|response)\.wrongValue|response\.noFields|threats\.header|compare\.value|report\.raw)/
/** Samples, frozen migrations, and words that badges show and clients compare. */
const exempt =
  /\.(test|d)\.ts$|\/(gallery|migrations)\/|\/(lure-words|samples?|sample-mail|top-level-domains|smtp-stub)\.ts$|detect\/reserved\.ts$|(file\/strings|url\/traits)\.ts$/

type Sources = ReadonlyMap<string, string>
interface Text {
  readonly text: string
  readonly index: number
  readonly key?: string | undefined
}

const rulesIn = (table: string) =>
  table.split(/;|\n/).flatMap((rule) => {
    const [pattern, instead] = rule.trim().split(' = ')
    if (!pattern || !instead) return []
    return { pattern: new RegExp(`(?<![\\w./-])(?:${pattern})(?![\\w-])`, 'gi'), instead }
  })
const general = rulesIn(everywhere)
const strict = [...general, ...rulesIn(onPage)]

/** What is wrong, each with file and line, of sources by their path from the root of the repository. */
export function checkWords(sources: Sources): string[] {
  const problems = [...sources].flatMap(([file, source]) => {
    if (file.startsWith('web/src/base/texts/fr/') || exempt.test(file)) return []
    const isFinding = file.startsWith('contract/src/findings/')
    const isPage = file.startsWith('web/src/base/texts/en/')
    const texts = file.endsWith('.md') ? [proseOf(file, source)] : stringsOf(source, isFinding)
    const at = (index: number) => `${file}:${source.slice(0, index).split('\n').length}:`
    return texts.flatMap(({ text, index, key = '' }) => {
      if (!isPage && !text.includes(' ')) return []
      const said = text.replaceAll(/\{[^{}]*\}/g, (hole) => '_'.repeat(hole.length))
      const found = (isPage || isFinding ? strict : general).flatMap(({ pattern, instead }) =>
        instead === 'observable' && (isFinding || hasValues.test(key))
          ? []
          : [...said.matchAll(pattern)].map(
              (hit) => `${at(index + hit.index)} “${hit[0]}”: say “${instead}”`,
            ),
      )
      if (isFinding && text.startsWith('It ')) found.push(`${at(index)} “It”: state the fact first`)
      if (isFinding && text.length > 100)
        found.push(`${at(index)} “${text}”: say it in 100 characters, not ${text.length}`)
      return found
    })
  })
  return [...problems, ...missingTexts(sources, 'en', 'fr'), ...missingTexts(sources, 'fr', 'en')]
}

function missingTexts(sources: Sources, from: string, to: string): string[] {
  const keysIn = (source: string) =>
    new Set(stringsOf(source, false).flatMap(({ key, text }) => (key && text ? key : [])))
  return [...sources].flatMap(([file, source]) => {
    if (!file.startsWith(`web/src/base/texts/${from}/`)) return []
    const other = file.replace(`/${from}/`, `/${to}/`)
    const there = keysIn(sources.get(other) ?? '')
    return [...keysIn(source)]
      .filter((key) => !there.has(key))
      .map((key) => `${other}:1: “${key}”: has no text in this language`)
  })
}

/** Prose without code and addresses; of the changelog, only what came after 0.11.0. */
function proseOf(file: string, source: string): Text {
  const recent = file === 'CHANGELOG.md' ? (source.split(/^## 0\.11\.0$/m)[0] ?? '') : source
  const code = /^ *```[\s\S]*?^ *```|`[^`]*`|<!--[\s\S]*?-->|\]\([^)]*\)|https?:\S+/gm
  return { text: recent.replaceAll(code, (part) => part.replaceAll(/[^\n]/g, '_')), index: 0 }
}

/** Strings and parts of templates that can be read: no keys, types, imports, and no badges of reasons. */
function stringsOf(source: string, isFinding: boolean): Text[] {
  const found: Text[] = []
  const visit = (node: unknown, key?: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    else if (typeof node === 'object' && node !== null) {
      const { type, start, value, ...rest } = node as Record<string, unknown> & { start: number }
      const text = type === 'TemplateElement' ? (value as { cooked?: string }).cooked : value
      if (type === 'Literal' || type === 'TemplateElement') {
        if (typeof text === 'string') found.push({ text, index: start + 1, key })
      } else if (type === 'Property') visit(value, (rest.key as { value?: string }).value)
      else if (type === 'CallExpression' && isFinding) visit((rest.arguments as unknown[]).slice(1))
      else if (!/^(Import|ExportAll|TSLiteral|TSEnum|TSTemplate)/.test(String(type)))
        visit([value, ...Object.values(rest)])
    }
  }
  visit(parseAst(source, { lang: 'ts' }).body)
  return found
}

if (import.meta.main) {
  const root = dirname(import.meta.dirname)
  const filesIn = (folder: string, isRead: RegExp) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => isRead.test(path))
  const folders =
    'web/src/base/texts/en web/src/base/texts/fr contract/src server/src analyzers/src'
  const files = [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
    ...filesIn('docs', /^docs\/[^/]+\.md$/),
    ...folders.split(' ').flatMap((folder) => filesIn(folder, /\.ts$/)),
  ]
  const problems = checkWords(
    new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
  )
  if (problems.length > 0) console.log(problems.join('\n'))
  process.exitCode = problems.length > 0 ? 1 : 0
}
