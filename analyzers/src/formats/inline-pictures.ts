/** Images inside a page, as `data:` URLs. */
export function picturesIn(html: string, most: number, smallest: number) {
  const found: { ending: string; content: Buffer }[] = []
  for (const [, kind = '', text = ''] of html.matchAll(
    /data:image\/(png|jpe?g|gif|bmp|webp)(?:;[\w=-]{1,40}){0,3};base64,\s{0,10}([A-Za-z0-9+/\s]{100,12000000})/gi,
  )) {
    const content = Buffer.from(text, 'base64')
    if (content.length >= smallest) found.push({ ending: kind.toLowerCase(), content })
    if (found.length >= most) break
  }
  return found
}
