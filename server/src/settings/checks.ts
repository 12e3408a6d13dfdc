import { isIP } from 'node:net'

// Checks that are more than a kind and a range. Each answers with the end of a sentence that begins
// with the name of the setting, or with nothing. None repeats a value that may hold a secret.

export function checkPublicUrl(text: string): string | undefined {
  const url = URL.parse(text)
  const isPlain =
    url &&
    /^https?:$/.test(url.protocol) &&
    url.username + url.password + url.search + url.hash === ''
  if (!isPlain) return 'must be an http or https address such as https://assay.example.org'
}

export function checkAddresses(items: string[]): string | undefined {
  const wrong = items.find((item) => !isAddressRange(item))
  if (wrong !== undefined) {
    const shown = JSON.stringify(wrong.slice(0, 40))
    return `must hold IP addresses or ranges such as 10.0.0.0/8, not ${shown}`
  }
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/**
 * A raw #, / or ? in a password ends the host part early: the address then parses, points at a
 * wrong host, and the rest of the password would be shown as its path. An @ behind the host gives
 * it away.
 */
export function checkDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hash) return databaseUrlAdvice
  if (/@/.test(url.pathname + url.search)) return databaseUrlAdvice
}

const databaseUrlAdvice =
  'must look like postgres://user:password@host:5432/name; ' +
  'in a password write # / ? @ : as %23 %2F %3F %40 %3A'

export function checkEngines(value: unknown): string | undefined {
  const isGood =
    Array.isArray(value) &&
    value.every((engine) => typeof engine?.name === 'string' && typeof engine?.url === 'string')
  if (!isGood) return 'must be a list of engines, each with at least a name and a url'
  if (new Set(value.map((engine) => engine.name)).size < value.length) {
    return 'must give every engine another name'
  }
}
