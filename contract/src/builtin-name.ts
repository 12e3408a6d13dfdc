const prefix = 'Assay_'

/** Built-ins are called so; programs of others should not be. */
export const isBuiltinName = (name: string): boolean => name.startsWith(prefix)

/** What follows in the name of a built-in; names of others stay as they are. */
export const withoutPrefix = (name: string): string =>
  isBuiltinName(name) ? name.slice(prefix.length) : name

/** A definition is called by name and version: `Shodan_1_0` is `Shodan`. */
export const withoutVersion = (name: string): string => name.replace(/(?:_\d+)+$/, '')
