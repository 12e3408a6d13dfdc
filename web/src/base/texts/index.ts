import { texts as common } from './en/common.ts'

/** Texts by screen, loaded with it (`routes.tsx`). English says which keys there are. */
const english = {
  account: () => import('./en/account.ts'),
  administration: () => import('./en/administration.ts'),
  alerts: () => import('./en/alerts.ts'),
  analysis: () => import('./en/analysis.ts'),
  audit: () => import('./en/audit.ts'),
  catalogue: () => import('./en/catalogue.ts'),
  cases: () => import('./en/cases.ts'),
  compare: () => import('./en/compare.ts'),
  facts: () => import('./en/facts.ts'),
  investigation: () => import('./en/investigation.ts'),
  jobs: () => import('./en/jobs.ts'),
  overview: () => import('./en/overview.ts'),
  report: () => import('./en/report.ts'),
  response: () => import('./en/response.ts'),
  search: () => import('./en/search.ts'),
  settings: () => import('./en/settings.ts'),
  setup: () => import('./en/setup.ts'),
  tour: () => import('./en/tour.ts'),
  users: () => import('./en/users.ts'),
  value: () => import('./en/value.ts'),
  watch: () => import('./en/watch.ts'),
}

export type TextArea = keyof typeof english
export const textAreas = Object.keys(english) as TextArea[]

type TextsOf<A extends TextArea> = Awaited<ReturnType<(typeof english)[A]>>['texts']
export type TextKey = keyof typeof common | { [A in TextArea]: keyof TextsOf<A> }[TextArea]
type Texts = Readonly<Partial<Record<TextKey, string>>>

interface Catalogue {
  readonly common: () => Promise<{ texts: Texts }>
  readonly areas: Readonly<Record<TextArea, () => Promise<{ texts: Texts }>>>
}

/**
 * Another language is another folder and one more entry here. French has one word for one thing: case
 * is `dossier`, worker `module`, finding `résultat`, what is known of an observable `fiche`, sighted
 * `repéré`, defanged `neutralisé`. Zero takes the form `.one` there.
 */
const catalogues = {
  en: { common: async () => ({ texts: common }), areas: english },
  fr: {
    common: () => import('./fr/common.ts'),
    areas: {
      account: () => import('./fr/account.ts'),
      administration: () => import('./fr/administration.ts'),
      alerts: () => import('./fr/alerts.ts'),
      analysis: () => import('./fr/analysis.ts'),
      audit: () => import('./fr/audit.ts'),
      catalogue: () => import('./fr/catalogue.ts'),
      cases: () => import('./fr/cases.ts'),
      compare: () => import('./fr/compare.ts'),
      facts: () => import('./fr/facts.ts'),
      investigation: () => import('./fr/investigation.ts'),
      jobs: () => import('./fr/jobs.ts'),
      overview: () => import('./fr/overview.ts'),
      report: () => import('./fr/report.ts'),
      response: () => import('./fr/response.ts'),
      search: () => import('./fr/search.ts'),
      settings: () => import('./fr/settings.ts'),
      setup: () => import('./fr/setup.ts'),
      tour: () => import('./fr/tour.ts'),
      users: () => import('./fr/users.ts'),
      value: () => import('./fr/value.ts'),
      watch: () => import('./fr/watch.ts'),
    },
  },
} satisfies Record<string, Catalogue>

export type Language = keyof typeof catalogues
export const languages = Object.keys(catalogues) as Language[]

let language: Language = 'en'
let texts: Texts = common
const loaded = new Set<TextArea>()

/** Before the first paint: texts are read while drawing, so a change of language reloads the page. */
export async function loadLanguage(wanted: Language): Promise<void> {
  texts = (await catalogues[wanted].common()).texts
  loaded.clear()
  language = wanted
  document.documentElement.lang = wanted
}

export const currentLanguage = (): Language => language

/** Before a screen that uses them is drawn. */
export async function loadTexts(areas: readonly TextArea[]): Promise<void> {
  const missing = areas.filter((area) => !loaded.has(area))
  const found = await Promise.all(missing.map((area) => catalogues[language].areas[area]()))
  texts = Object.assign({}, texts, ...found.map((one) => one.texts))
  for (const area of missing) loaded.add(area)
}

/** As its speakers write it: `français`. */
export const languageName = (code: Language): string =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

/** How the reader's country writes dates and numbers in that language: `en-GB`, not just `en`. */
export const locale = (): string =>
  globalThis.navigator?.languages?.find((name) => name.startsWith(language)) ?? language

type Values = Readonly<Record<string, string | number>>

/** The text of a key; `{name}` in it is a placeholder. Numbers are written the reader's way. */
export function text(key: TextKey, values: Values = {}): string {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]))
}

const written = (value: string | number | undefined) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '')

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), options).format(value)

/** Keys that come as `….other` and the forms that other numbers take in English: `….one`. */
export type CountKey = {
  [K in TextKey]: K extends `${infer Base}.one`
    ? `${Base}.other` extends TextKey
      ? Base
      : never
    : never
}[TextKey]

/** `1 job`, `12 jobs`: the plural form of the language for this number, or else `.other`. */
export function counted(key: CountKey, count: number, values: Values = {}): string {
  const form = `${key}.${pluralRules().select(count)}` as TextKey
  return text(form in texts ? form : `${key}.other`, { count, ...values })
}

/** The form of the language for this number: `one`, `other` … */
export const pluralForm = (count: number): Intl.LDMLPluralRule => pluralRules().select(count)

let rules: { language: Language; select: (count: number) => Intl.LDMLPluralRule } | undefined

/** Made once per language: some lists need it for every row. */
function pluralRules() {
  if (rules?.language !== language) {
    const made = new Intl.PluralRules(language)
    rules = { language, select: (count) => made.select(count) }
  }
  return rules
}
