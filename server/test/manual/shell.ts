import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import { builtFile } from '../built.ts'
import { skipTest } from '../skip.ts'
import { root } from './blocks.ts'

export interface Shell {
  /** The current folder, empty at first. */
  readonly folder: string
  /** Runs a command of the manual verbatim, apart from `replaced`; returns its output. */
  run(command: string, environment?: Record<string, string>): Promise<string>
  replaced(from: string, to: string): void
}

/**
 * The shell of a user who follows the manual. `assay` is this program; `curl` fails for what the
 * server refuses, so a command that no longer works is noticed.
 */
export async function openShell(): Promise<Shell> {
  if (spawnSync('curl', ['--version']).status !== 0)
    skipTest('curl is not installed (Debian: apt-get install curl)')
  const place = await mkdtemp(join(tmpdir(), 'assay-manual-'))
  onTestFinished(() => rm(place, { recursive: true, force: true }))
  const [folder, bin] = [join(place, 'here'), join(place, 'bin')]
  await mkdir(folder)
  await mkdir(bin)
  const main = fileURLToPath(builtFile('main.js') ?? new URL('../../src/main.ts', import.meta.url))
  const put = async (name: string, line: string) => {
    await writeFile(join(bin, name), `#!/bin/sh\n${line}\n`)
    await chmod(join(bin, name), 0o755)
  }
  await put('assay', `exec '${process.execPath}' '${main}' "$@"`)
  await put('npm', `exec '${process.execPath}' '${join(root, 'scripts/try.ts')}' "$@"`)
  await put('curl', 'PATH="$OUTER" exec curl --fail-with-body -sS "$@"')
  const others: [string, string][] = []

  return {
    folder,
    replaced: (from, to) => void others.push([from, to]),
    async run(command, environment = {}) {
      const script = others.reduce((line, [from, to]) => line.replaceAll(from, to), command)
      const { PATH = '' } = process.env
      const child = spawn('sh', ['-euc', script], {
        cwd: folder,
        env: { PATH: `${bin}:${PATH}`, OUTER: PATH, HOME: folder, ...environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
      const [stdout, stderr, code] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        ended,
      ])
      expect(code, `${script}\n${stdout}${stderr}`).toBe(0)
      return stdout
    },
  }
}
