import { analyzers, type Description, responders } from './descriptions.ts'
import type { Runnable } from './kit/index.ts'

export * from './kit/index.ts'

/** A built-in that is known by its description; its code and libraries are loaded when it runs. */
export interface Builtin {
  readonly type: Runnable['type']
  readonly description: Description
  load(): Promise<Runnable>
}

/** Its folder has a file of that name, which exports what is called so. */
const builtin =
  (type: Runnable['type']) =>
  ([folder, description]: [string, Description]): Builtin => ({
    type,
    description,
    // The bundler follows it into every folder that has such a file.
    load: async () =>
      type === 'analyzer'
        ? ((await import(`./${folder}/analyzer.ts`)) as { analyzer: Runnable }).analyzer
        : ((await import(`./${folder}/responder.ts`)) as { responder: Runnable }).responder,
  })

export const builtins: readonly Builtin[] = [
  ...Object.entries<Description>(analyzers).map(builtin('analyzer')),
  ...Object.entries<Description>(responders).map(builtin('responder')),
]

export const findBuiltin = (name: string): Builtin | undefined =>
  builtins.find(({ description }) => description.name === name)
