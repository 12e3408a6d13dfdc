// The program from its sources, with one built-in more. It takes longer to start than the built one
// and then runs the same code.
import { serve } from '../server/src/serve.ts'
import { loadConfig } from '../server/src/settings/config.ts'
import { noop } from './noop-definition.ts'

await serve(loadConfig({}), { builtins: [noop] })
