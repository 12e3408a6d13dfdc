import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it } from 'vitest'
import { builtFile } from '../built.ts'
import { oneDatabase } from '../databases.ts'
import { exampleIn } from '../manual/blocks.ts'
import { rowsOf } from '../platform/connector.ts'
import { newDataFolder, run } from '../program.ts'
import { agentKey, makeAgentApp } from './agents.ts'
import { modes, useClient } from './client.ts'

const main = fileURLToPath(builtFile('main.js') ?? new URL('../../src/main.ts', import.meta.url))

describe.each(oneDatabase)('$name: assay mcp', ({ open }) => {
  it.each(modes)(
    'connects the official client through standard input and output: %j',
    async (mode) => {
      const app = await makeAgentApp(open)
      const { id } = await rowsOf(app).case()
      const { key } = await agentKey(app)
      const folder = await newDataFolder()
      await mkdir(folder, { recursive: true })
      const file = join(folder, 'key')
      await writeFile(file, `${key}\n`, { mode: 0o600 })

      const { assay } = JSON.parse(exampleIn('docs/agents.md', 'json', 'mcpServers')).mcpServers
      expect(assay.command).toBe('assay')
      // As in the manual, with another address and file.
      const given: Record<string, string> = { '--url': app.url, '--key-file': file }
      const args = assay.args.map((arg: string, at: number) => given[assay.args[at - 1]] ?? arg)
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [main, ...args],
      })
      const found = await useClient(transport, mode)
      expect(found.cases).toMatchObject({ total: 1, found: [{ id }] })
    },
  )

  it('answers every line, whatever it is, and ends with its input', async () => {
    const app = await makeAgentApp(open)
    const { key } = await agentKey(app)
    const lines = [
      'no JSON',
      `"${'x'.repeat(200_000)}"`,
      '',
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} }),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      JSON.stringify({ jsonrpc: '2.0', id: 'p', method: 'ping' }),
    ]
    const { code, stdout } = await run(
      { ASSAY_KEY: key },
      ['mcp', '--url', app.url],
      lines.join('\n'),
    ).ended
    expect(code).toBe(0)
    const answers = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(answers).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: null, error: { message: expect.stringContaining('131072 bytes') } },
      { id: 'p', result: {} },
    ])
  })

  it('says why the server refuses, and what is missing', async () => {
    const app = await makeAgentApp(open)
    const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const refused = await run({ ASSAY_KEY: 'wrong' }, ['mcp', '--url', app.url], ping).ended
    expect(JSON.parse(refused.stdout).error.message).toContain('status 401: Authentication failure')
    const away = ['mcp', '--url', 'http://127.0.0.1:1']
    const unreachable = await run({ ASSAY_KEY: 'key' }, away, ping).ended
    expect(JSON.parse(unreachable.stdout).error.message).toContain('Cannot reach')
    const without = await run({}, ['mcp'], '').ended
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--key-file') })
    const ofInput = await run({}, ['mcp', '--key-file', '-'], 'key').ended
    expect(ofInput.stderr).toContain('--key-file needs a file')
  })
})

describe('the library of the protocol', () => {
  it('is not loaded before the first call of an agent', async () => {
    const looking = `
      import { registerHooks } from 'node:module'
      const seen = []
      registerHooks({ load(url, context, next) { seen.push(url); return next(url, context) } })
      await import(${JSON.stringify(new URL('../../src/serve.ts', import.meta.url).href)})
      process.stdout.write(JSON.stringify(seen))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', looking])
    let text = ''
    for await (const chunk of child.stdout) text += chunk
    const seen: string[] = JSON.parse(text)
    expect(seen.some((url) => url.endsWith('/mcp/routes.ts'))).toBe(true)
    expect(
      seen.filter((url) => /modelcontextprotocol|\/zod\/|mcp\/(protocol|tools)/.test(url)),
    ).toEqual([])
  })
})
