import { useEffect, useState } from 'react'
import { rememberSetupToken } from './setup/token.ts'

export interface Route {
  path: string
  query: URLSearchParams
}

/** `#/setup?token=abc` → path `/setup` and its query. */
export function parseHash(hash: string): Route {
  const [path, query] = hash.replace(/^#/, '').split('?', 2)
  return { path: path || '/', query: new URLSearchParams(query) }
}

export function go(path: string) {
  location.hash = path
}

function readPath(): string {
  const { path, query } = parseHash(location.hash)
  const token = query.get('token')
  if (path === '/setup' && token) {
    rememberSetupToken(token)
    // The token is a secret: it must not stay in the address bar, nor in the history.
    history.replaceState(null, '', '#/setup')
  }
  return path
}

/** The path after the `#`, kept up to date. */
export function usePath(): string {
  const [path, setPath] = useState(readPath)
  useEffect(() => {
    const follow = () => setPath(readPath())
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return path
}
