/** `\\host\share`, `file://host/share`: the host, if it is one of another network. */
export function remoteHost(target: string): string | undefined {
  const host =
    /^(?:file:)?[\\/]{2,5}([^\\/?%#]{1,255}?)(?:@(?:ssl|\d{1,5}))*(?:[\\/]|$)/i.exec(
      target.trim(),
    )?.[1] ?? ''
  const isWebDav = /^[\\/]{2}[^\\/]{1,255}@(?:ssl|\d{1,5})\b/i.test(target.trim())
  return isWebDav || isForeign(host) ? host : undefined
}

/** A name without a dot is one of the local network, and so are some addresses and endings. */
const isForeign = (host: string) =>
  /[.:]/.test(host) &&
  !/^[?.]$|^[A-Z]:$/i.test(host) &&
  !/^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|169\.254)\.[\d.]{1,12}$/.test(host) &&
  !/\.(?:local|lan|internal|intranet|corp|home|localdomain|home\.arpa)$/i.test(host)
