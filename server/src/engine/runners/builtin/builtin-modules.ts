import { builtins } from '@assay/analyzers'

/**
 * Where a thread finds the code of each built-in. One file serves all: the name appended to it makes
 * it a separate module, which loads only that analyzer and its libraries.
 */
export const builtinModules = (here = import.meta.url): Record<string, URL> =>
  Object.fromEntries(
    builtins.map(({ description: { name } }) => {
      // From sources it is a `.ts` file, in the built program a `.js` file next to this one.
      const url = new URL(`./builtin-module.${here.endsWith('.ts') ? 'ts' : 'js'}`, here)
      url.search = encodeURIComponent(name)
      return [name, url]
    }),
  )
