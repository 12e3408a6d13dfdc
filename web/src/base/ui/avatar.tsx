export function Avatar({ name, image }: { name: string; image?: string | undefined }) {
  // Only inline images: an address would tell others who looks at what.
  if (image?.startsWith('data:image/')) return <img className="avatar" src={image} alt="" />
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  // Drawn by the stylesheet: as text they would be a second, different name of the button.
  return <span className="avatar" data-letters={letters.slice(0, 2).join('').toUpperCase()} />
}
