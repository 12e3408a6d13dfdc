import type { RandomAccess } from '../formats/random-access.ts'
import { endsLikeZip, isZip } from '../formats/zip.ts'
import { type Finding, finding } from '../kit/index.ts'
import type { FileKind } from './type.ts'

/** Data hidden after an image is small: it is not searched further than this. */
const maxSearched = 16 * 1024 * 1024

/** How an image ends, where viewers stop reading. */
const ends: Readonly<Record<string, string>> = {
  png: 'IEND\xaeB`\x82',
  apng: 'IEND\xaeB`\x82',
  jpg: '\xff\xd9',
  gif: '\0;',
}
const beginnings: readonly (readonly [start: string, name: string])[] = [
  ['MZ', 'program'],
  ['\x7fELF', 'program'],
  ['PK\x03\x04', 'zip archive'],
  ['Rar!\x1a\x07', 'rar archive'],
  ['7z\xbc\xaf\x27\x1c', '7z archive'],
  ['%PDF-', 'PDF'],
  ['<html', 'page'],
  ['<!DOCTYPE html', 'page'],
]
const scripts = ['<?php', '<script', '<%eval', '<%@ Page', '<%@page']

/** A polyglot, or an image with a script in it: what one program shows, another runs. */
export async function secondForms(
  file: RandomAccess,
  head: Buffer,
  type: FileKind | undefined,
): Promise<Finding[]> {
  const isPicture = /^image\/(?!svg)/.test(type?.mime ?? '')
  const isShown = isPicture || /^(?:application\/pdf|audio\/|video\/)/.test(type?.mime ?? '')
  if (!type || !isShown) return []
  const { extension } = type
  if (!isZip(head) && (await endsLikeZip(file)))
    return [finding('file.polyglot', { type: extension, second: 'zip archive' })]
  if (!isPicture) return []
  const bytes = await file.bytes(0, maxSearched)
  const end = ends[extension]
  const behind = beginnings.find(([start]) => {
    const at = end === undefined ? -1 : bytes.indexOf(`${end}${start}`, 0, 'latin1')
    // Two letters occur in any image by chance.
    return (
      at >= 0 && (start !== 'MZ' || bytes.subarray(at, at + 2048).includes('PE\0\0', 0, 'latin1'))
    )
  })
  if (behind) return [finding('file.polyglot', { type: extension, second: behind[1] })]
  for (const script of scripts) {
    const at = bytes.indexOf(script)
    if (at < 0) continue
    const evidence = bytes.toString('latin1', at, at + 80)
    return [finding('file.script-in-picture', { type: extension, evidence })]
  }
  return []
}
