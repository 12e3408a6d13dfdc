import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import { fail } from '../kit/index.ts'
import { readPackageFile } from '../kit/package-file.ts'
import { inkPictures } from './inks.ts'

export const maxCodes = 50

/** Bytes of PNG or JPEG, or pixels of four bytes. */
export type CodeImage =
  | Uint8Array
  | { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number }

let isPrepared = false

/** Decoding happens inside of WebAssembly: a damaged image cannot reach the memory of the program. */
export async function readCodes(image: CodeImage): Promise<readonly ReadResult[]> {
  const found = await codesIn(image)
  if (found.length > 0 || !(image instanceof Uint8Array)) return found
  for (const other of inkPictures(image)) {
    const codes = await codesIn(other)
    if (codes.length > 0) return codes
  }
  return []
}

async function codesIn(image: CodeImage): Promise<readonly ReadResult[]> {
  prepare()
  const results = await decode(image)
  const failed = results.find(({ isValid, error }) => !isValid && error !== '')
  if (failed) fail(`The image could not be read: ${failed.error.slice(0, 200)}`)
  return results.filter(({ isValid }) => isValid)
}

async function decode(image: CodeImage): Promise<readonly ReadResult[]> {
  try {
    return await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
      formats: ['QRCode', 'MicroQRCode', 'rMQRCode'],
      maxNumberOfSymbols: maxCodes,
      tryDenoise: true,
    })
  } catch (error) {
    // After a trap its memory is in an unknown state: the next image gets a new instance.
    isPrepared = false
    return fail(
      `The image could not be read: ${String(error instanceof Error ? error.message : error).slice(0, 200)}`,
    )
  }
}

function prepare() {
  if (isPrepared) return
  const wasmBinary = readPackageFile('zxing-wasm/reader/zxing_reader.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasmBinary).buffer } })
  isPrepared = true
}
