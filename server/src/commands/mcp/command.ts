import type { Command } from 'commander'
import { readSecret } from '../secret-input.ts'

interface Options {
  readonly url: string
  readonly keyFile?: string
}

/** `assay mcp`: for programs that start a local process and speak with it through standard input and output. */
export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('connect an AI agent to a server: MCP on standard input and output')
    .option('--url <url>', 'server URL', 'http://127.0.0.1:9001')
    .option(
      '--key-file <file>',
      'file with an API key with the scope agent-read or agent (also ASSAY_KEY)',
    )
    .addHelpText('after', '\nSee docs/agents.md. Programs that speak HTTP use <url>/mcp instead.')
    .action(async ({ url, keyFile }: Options) => {
      const { forward } = await import('./forward.ts')
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new Error(`--url ${url} is not an http or https URL`)
      // Standard input belongs to the agent.
      if (keyFile === '-') throw new Error('--key-file needs a file, not standard input')
      const key = keyFile ? await readSecret(keyFile) : process.env.ASSAY_KEY
      if (!key) throw new Error('Pass an API key of an agent with --key-file or ASSAY_KEY')
      if (isOpenToOthers(new URL(url)))
        process.stderr.write(`${url} is not encrypted: others on the way can read the API key\n`)
      await forward({ url, key, input: process.stdin, output: process.stdout })
    })
}

const isOpenToOthers = ({ protocol, hostname }: URL) =>
  protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
