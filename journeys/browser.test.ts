import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser, mayInstall } from './browser.ts'

function folderWith(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-browser-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, name), '')
  chmodSync(join(folder, name), 0o755)
  return folder
}

describe('the browser of the journeys', () => {
  it('is the wanted one before any other', () => {
    expect(findBrowser({ ...process.env, CHROME_PATH: process.execPath })).toBe(process.execPath)
  })

  it('is never another than the wanted one', () => {
    const look = () => findBrowser({ ...process.env, CHROME_PATH: '/no/such/browser' })

    expect(look).toThrow('CHROME_PATH is /no/such/browser, and there is no such file')
  })

  const isLinux = process.platform === 'linux'
  const unless = isLinux ? '' : ' (skipped: only on Linux a browser is looked for in the path)'
  it.runIf(isLinux)(`is otherwise the first in the path${unless}`, () => {
    const name = 'chromium-headless-shell'
    const [first, second] = [folderWith(name), folderWith(name)]

    const found = findBrowser({ PATH: [first, second].join(delimiter) })

    expect(found).toBe(join(first, name))
  })

  it('is installed only by a CI machine', () => {
    expect(mayInstall({ CI: '' })).toBe(false)
    expect(mayInstall({})).toBe(false)
  })
})
