import { type Catalogue, english, type TextKey } from './en.ts'

export type { Catalogue, TextKey }

/** Another language is another file and one more line here. */
const catalogues = {
  en: async (): Promise<Catalogue> => english,
  fr: async (): Promise<Catalogue> => (await import('./fr.ts')).french,
}

export type Language = keyof typeof catalogues
export const languages = Object.keys(catalogues) as Language[]

let catalogue: Catalogue = english
let language: Language = 'en'

/** Before the first paint: texts are read while drawing, so a change of language reloads the page. */
export async function loadLanguage(wanted: Language): Promise<void> {
  catalogue = await catalogues[wanted]()
  language = wanted
  document.documentElement.lang = wanted
}

/** As its speakers write it: `français`. */
export const languageName = (code: Language): string =>
  new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code

/** How the reader's country writes dates and numbers in that language: `en-GB`, not just `en`. */
export const locale = (): string =>
  globalThis.navigator?.languages?.find((name) => name.startsWith(language)) ?? language

type Values = Readonly<Record<string, string | number>>

/** The text of a key; `{name}` in it stands for a value. Numbers are written the reader's way. */
export function text(key: TextKey, values: Values = {}): string {
  return catalogue[key].replace(/\{(\w+)\}/g, (_, name: string) => written(values[name]))
}

const written = (value: string | number | undefined) =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '')

export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), options).format(value)

/** Keys that come as a pair `….one` and `….other`. */
export type CountKey = {
  [K in TextKey]: K extends `${infer Base}.one`
    ? `${Base}.other` extends TextKey
      ? Base
      : never
    : never
}[TextKey]

/** `1 job`, `12 jobs`: the form that the language wants for this number. */
export function counted(key: CountKey, count: number, values: Values = {}): string {
  const form = new Intl.PluralRules(language).select(count) === 'one' ? 'one' : 'other'
  return text(`${key}.${form}` as TextKey, { count, ...values })
}
