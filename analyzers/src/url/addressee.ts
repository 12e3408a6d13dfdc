import { detect } from '@assay/contract/detect'
import { safeDecode } from './safe-decode.ts'

/**
 * Email addresses in a URL: phishing kits include the victim's, to prefill the form. Plain or in
 * base64, in parameters or after the `#`.
 */
export function addresseesOf({ searchParams, hash, pathname }: URL): string[] {
  const parts = [
    ...searchParams.values(),
    ...safeDecode(hash.slice(1)).split(/[/&=?]/),
    ...safeDecode(pathname).split('/'),
  ].slice(0, 200)
  return [...new Set(parts.flatMap((part) => mailOf(part) ?? mailOf(decodeBase64(part)) ?? []))]
}

function mailOf(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 320 || !text.includes('@')) return undefined
  const found = detect(text)
  return found.dataType === 'mail' ? found.value : undefined
}

function decodeBase64(text: string): string | undefined {
  if (text.length < 8 || text.length > 500 || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(text))
    return undefined
  const value = Buffer.from(text, 'base64').toString('utf8')
  return /^[\x21-\x7e]+$/.test(value) ? value : undefined
}
