/** The five entities that XML defines; the ampersand last, so nothing is decoded twice. */
export const unescapeXml = (xml: string): string =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
