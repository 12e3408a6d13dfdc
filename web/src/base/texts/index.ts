import { texts as common } from './en/common.ts'

const englishWork = () => import('./parts/en-work.ts')
const englishAdministration = () => import('./parts/en-administration.ts')
const frenchWork = () => import('./parts/fr-work.ts')
const frenchAdministration = () => import('./parts/fr-administration.ts')

/**
 * Texts by screen, loaded with it (`routes.tsx`). English says which keys there are. They come in two
 * files per language, since a request for each area would take longer than all of them. Texts that neither
 * the overview nor an observable needs at first, and what only one screen uses, are apart.
 */
const english = {
  account: async () => ({ texts: (await englishAdministration()).account }),
  administration: async () => ({ texts: (await englishAdministration()).administration }),
  alerts: () => import('./en/alerts.ts'),
  analysis: () => import('./en/analysis.ts'),
  audit: async () => ({ texts: (await englishAdministration()).audit }),
  brakes: () => import('./en/brakes.ts'),
  catalogue: async () => ({ texts: (await englishAdministration()).catalogue }),
  cases: async () => ({ texts: (await englishWork()).cases }),
  clocks: () => import('./en/clocks.ts'),
  compare: () => import('./en/compare.ts'),
  desk: () => import('./en/desk.ts'),
  facts: async () => ({ texts: (await englishWork()).facts }),
  history: async () => ({ texts: (await englishWork()).history }),
  investigation: async () => ({ texts: (await englishWork()).investigation }),
  jobs: async () => ({ texts: (await englishWork()).jobs }),
  mark: async () => ({ texts: (await englishWork()).mark }),
  notices: () => import('./en/notices.ts'),
  observables: () => import('./en/observables.ts'),
  overview: async () => ({ texts: (await englishWork()).overview }),
  report: async () => ({ texts: (await englishWork()).report }),
  reports: () => import('./en/reports.ts'),
  response: async () => ({ texts: (await englishWork()).response }),
  rules: () => import('./en/rules.ts'),
  search: () => import('./en/search.ts'),
  settings: async () => ({ texts: (await englishAdministration()).settings }),
  setup: async () => ({ texts: (await englishAdministration()).setup }),
  tour: () => import('./en/tour.ts'),
  users: async () => ({ texts: (await englishAdministration()).users }),
  value: async () => ({ texts: (await englishWork()).value }),
  waits: () => import('./en/waits.ts'),
  watch: async () => ({ texts: (await englishWork()).watch }),
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
      account: async () => ({ texts: (await frenchAdministration()).account }),
      administration: async () => ({ texts: (await frenchAdministration()).administration }),
      alerts: () => import('./fr/alerts.ts'),
      analysis: () => import('./fr/analysis.ts'),
      audit: async () => ({ texts: (await frenchAdministration()).audit }),
      brakes: () => import('./fr/brakes.ts'),
      catalogue: async () => ({ texts: (await frenchAdministration()).catalogue }),
      cases: async () => ({ texts: (await frenchWork()).cases }),
      clocks: () => import('./fr/clocks.ts'),
      compare: () => import('./fr/compare.ts'),
      desk: () => import('./fr/desk.ts'),
      facts: async () => ({ texts: (await frenchWork()).facts }),
      history: async () => ({ texts: (await frenchWork()).history }),
      investigation: async () => ({ texts: (await frenchWork()).investigation }),
      jobs: async () => ({ texts: (await frenchWork()).jobs }),
      mark: async () => ({ texts: (await frenchWork()).mark }),
      notices: () => import('./fr/notices.ts'),
      observables: () => import('./fr/observables.ts'),
      overview: async () => ({ texts: (await frenchWork()).overview }),
      report: async () => ({ texts: (await frenchWork()).report }),
      reports: () => import('./fr/reports.ts'),
      response: async () => ({ texts: (await frenchWork()).response }),
      rules: () => import('./fr/rules.ts'),
      search: () => import('./fr/search.ts'),
      settings: async () => ({ texts: (await frenchAdministration()).settings }),
      setup: async () => ({ texts: (await frenchAdministration()).setup }),
      tour: () => import('./fr/tour.ts'),
      users: async () => ({ texts: (await frenchAdministration()).users }),
      value: async () => ({ texts: (await frenchWork()).value }),
      waits: () => import('./fr/waits.ts'),
      watch: async () => ({ texts: (await frenchWork()).watch }),
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

/** `Status: Success`: languages write the colon in different ways. */
export const labeled = (label: string, value: string): string =>
  text('app.labeled', { label, value })

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
