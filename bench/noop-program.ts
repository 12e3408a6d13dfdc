// The program from its sources, with one built-in more. It takes longer to start than the built one
// and then runs the same code.
import { serve } from '../server/src/serve.ts'
import { loadConfig } from '../server/src/settings/config.ts'

await serve(loadConfig({}), {
  builtins: [
    {
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
    },
  ],
})
