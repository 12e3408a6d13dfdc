import type { MsiRow } from '../formats/msi-tables.ts'
import { type Finding, finding } from '../kit/index.ts'

type InstalledKind = 'a program' | 'a library' | 'a script' | 'a command' | 'another package'

export interface InstallerAction {
  readonly name: string
  /** What kind of action is run. */
  readonly what: InstalledKind
  /** The command line or the text of the script; empty where it is its own file. */
  readonly text: string
  readonly extension?: 'vbs' | 'js' | 'cmd'
}

type Rows = (table: string) => readonly MsiRow[]

const maxActions = 5_000
const text = (value: string | number | undefined) => String(value ?? '')

/**
 * What an installer runs in addition to copying files: custom actions, and commands in its settings.
 */
export function installerActions(rows: Rows): InstallerAction[] {
  const properties = new Map(
    rows('Property').map((row) => [text(row.Property), text(row.Value)] as const),
  )
  const found = rows('CustomAction')
    .slice(0, maxActions)
    .flatMap((row) => actionOf(row, properties))
  const named = new Set(found.map(({ text: known }) => known))
  const isMissing = (value: string) => interpreter.test(value) && !named.has(value)
  const settings = [
    ...[...properties].map(([name, value]) => [`Property.${name}`, value] as const),
    ...rows('Registry').map(
      (row) => [`Registry.${text(row.Registry)}`, text(row.Value).replace(/^#%/, '')] as const,
    ),
  ]
  return [
    ...found,
    ...settings
      .filter(([, value]) => isMissing(value))
      .slice(0, maxActions)
      .map(([name, value]) => ({
        name,
        what: 'a command' as const,
        text: value,
        extension: 'cmd' as const,
      })),
  ]
}

/** The lowest six bits say what is run and where it is. */
function actionOf(row: MsiRow, properties: ReadonlyMap<string, string>): InstallerAction[] {
  const [name, source, target] = [text(row.Action), text(row.Source), text(row.Target)]
  const kind = Number(row.Type) & 0x3f
  const script = (extension: 'vbs' | 'js', content: string): InstallerAction[] => [
    { name, what: 'a script', text: content, extension },
  ]
  const command = (what: InstalledKind, content: string): InstallerAction[] => [
    { name, what, text: content, extension: 'cmd' },
  ]
  if (kind === 1 || kind === 17) return [{ name, what: 'a library', text: '' }]
  if (kind === 2 || kind === 18) return command('a program', `${source} ${target}`)
  if (kind === 34) return command('a command', target)
  if (kind === 50) return command('a command', `${properties.get(source) ?? source} ${target}`)
  if (kind === 5 || kind === 21) return [{ name, what: 'a script', text: '' }]
  if (kind === 6 || kind === 22) return [{ name, what: 'a script', text: '' }]
  if (kind === 37) return script('js', target)
  if (kind === 38) return script('vbs', target)
  if (kind === 53) return script('js', properties.get(source) ?? '')
  if (kind === 54) return script('vbs', properties.get(source) ?? '')
  if (kind === 7 || kind === 23 || kind === 39)
    return [{ name, what: 'another package', text: source }]
  // A property or folder is set: it holds the command of another action.
  if ((kind === 51 || kind === 35) && interpreter.test(target)) return command('a command', target)
  return []
}

const interpreter =
  /\b(?:powershell|pwsh|cmd(?:\.exe)? {0,3}\/|mshta|wscript|cscript|rundll32|regsvr32|certutil|bitsadmin|curl|msiexec|schtasks|wmic|forfiles)\b/i
const reasons: readonly (readonly [why: string, form: RegExp])[] = [
  [
    'it downloads',
    /\b(?:powershell|pwsh|cmd|mshta|certutil|bitsadmin|curl|regsvr32|rundll32|wscript|cscript|wget)\b.{0,400}?(?:https?:\/\/|\\\\[\w.-]{3,80}@(?:ssl|\d{2,5})\\|\\\\\d{1,3}(?:\.\d{1,3}){3}\\)/is,
  ],
  [
    'its command is encoded',
    /\b(?:powershell|pwsh)(?:\.exe)?\b.{0,300}?\s[-/–]e(?:nc?|ncodedcommand|c)?\s{1,10}["']?[A-Za-z0-9+/]{16,}|frombase64string/is,
  ],
  [
    'its command executes text as code',
    /\b(?:powershell|pwsh)\b.{0,1000}?\b(?:iex|invoke-expression)\b|\bmshta(?:\.exe)?["']?\s{1,5}["']?(?:vbscript|javascript):/is,
  ],
  [
    'it disables security software',
    /\b(?:add|set)-mppreference\b|\bvssadmin\b.{0,100}\bdelete\b|\bamsiutils\b/is,
  ],
]

export function commandReason(command: string): string | undefined {
  const start = command.slice(0, 20_000)
  return reasons.find(([, form]) => form.test(start))?.[0]
}

const shownActions = 5

export function actionFindings(
  actions: readonly InstallerAction[],
  { installsFiles, isSigned }: { installsFiles: boolean; isSigned: boolean },
): Finding[] {
  const bad = actions.flatMap(({ name, text: command }) => {
    const why = commandReason(command)
    const evidence = { name, command: command.trim().slice(0, 300) }
    return why === undefined ? [] : [finding('archive.installer-command', { ...evidence, why })]
  })
  const runs = actions.filter(({ what }) => what !== 'another package')
  const [first] = runs
  const isBare = first !== undefined && !installsFiles && !isSigned
  return [
    ...bad.slice(0, shownActions),
    ...(isBare && bad.length === 0
      ? [finding('archive.installer-only-runs', { name: first.name, what: first.what })]
      : []),
    ...(first === undefined || isBare
      ? []
      : [finding('archive.installer-actions', { count: runs.length, name: first.name })]),
  ]
}
