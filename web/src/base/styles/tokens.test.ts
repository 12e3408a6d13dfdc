// biome-ignore lint/style/noRestrictedImports: runs in Node, where stylesheets import as nothing
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { strengthOf } from '../new-password.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')

const tokens = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
)

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = parts.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

describe.each(['light', 'dark'] as const)('%s colors', (theme) => {
  it.each([
    ['text', 'bg', 4.5],
    ['text', 'surface', 4.5],
    ['text', 'hover', 4.5],
    ['muted', 'bg', 4.5],
    ['muted', 'surface', 4.5],
    ['accent', 'bg', 4.5],
    ['accent', 'surface', 4.5],
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-hover', 4.5],
    ['info', 'info-ground', 4.5],
    ['safe', 'safe-ground', 4.5],
    ['warn', 'surface', 4.5],
    ['warn', 'warn-ground', 4.5],
    ['accent', 'accent-ground', 4.5],
    ['running', 'running-ground', 4.5],
    ['deleted', 'deleted-ground', 4.5],
    ['unknown-line', 'surface', 3],
    ['running-line', 'surface', 3],
    ['text', 'accent-ground', 4.5],
    ['muted', 'hover', 4.5],
    ['danger', 'surface', 4.5],
    ['danger', 'danger-ground', 4.5],
    ['unknown', 'unknown-ground', 4.5],
    ['input-line', 'surface', 3],
    ['danger-line', 'surface', 3],
    ['info-line', 'surface', 3],
    ['safe-line', 'surface', 3],
    ['warn-line', 'surface', 3],
  ])('%s on %s has a contrast of at least %s', (front, ground, least) => {
    const [a, b] = [tokens.get(front), tokens.get(ground)]

    expect(contrast(a?.[theme] ?? '', b?.[theme] ?? '')).toBeGreaterThanOrEqual(least)
  })
})

it.each([
  ['', 'none'],
  ['123456789', 'weak'],
  ['🔑🔑🔑🔑🔑', 'weak'],
  ['1234567890', 'fair'],
  ['123456789012345', 'strong'],
])('%j is %s by its length', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
