import type { Builtin } from '../server/src/engine/runners/builtin/builtin-runner.ts'

/** A built-in analyzer that does nothing: what its jobs cost is the engine alone. */
export const noop: Builtin = {
  module: new URL('./noop.mjs', import.meta.url),
  definition: {
    type: 'analyzer',
    id: 'Noop_1_0',
    name: 'Noop',
    version: '1.0',
    description: 'Does nothing, at once',
    author: 'bench',
    url: 'https://example.org',
    license: 'Apache-2.0',
    baseConfig: 'Noop',
    dataTypeList: ['domain'],
    configurationItems: [],
    config: {},
    command: null,
    workingFolder: null,
    dockerImage: null,
    builtin: 'Noop',
  },
}
