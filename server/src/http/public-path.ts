/** The path that a proxy removes before it passes a request on; empty where there is none. */
export function publicPath(publicUrl: string | undefined): string {
  const path = publicUrl === undefined ? '/' : new URL(publicUrl).pathname
  // Two slashes at the start would be the address of another host.
  return path.replace(/\/+$/, '').replace(/^\/+/, '/')
}
