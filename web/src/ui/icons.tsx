// Drawn on a 20 × 20 grid with one line width, so that they look like one family.
const shapes = {
  eye: 'M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z',
  'eye-off':
    'M8 4.7a8 8 0 0 1 2-.2c5 0 8 5.5 8 5.5a14 14 0 0 1-2 2.6M12.6 15a7 7 0 0 1-2.6.5C5 15.5 2 10 2 10a14 14 0 0 1 3.4-4M3 3l14 14M8.3 8.3a2.4 2.4 0 0 0 3.4 3.4',
  copy: 'M7.5 7.5h9v9h-9zM12.5 7.5v-4h-9v9h4',
  check: 'M4 10.5 8.2 15 16 5.5',
  info: 'M10 17.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM10 9v5M10 6.2v.1',
  alert: 'M10 3 18 17H2zM10 8v4.5M10 14.7v.1',
  system: 'M3 4h14v9.5H3zM7 17h6M10 13.5V17',
  light:
    'M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM10 1.8v1.7M10 16.5v1.7M1.8 10h1.7M16.5 10h1.7M4.2 4.2l1.2 1.2M14.6 14.6l1.2 1.2M4.2 15.8l1.2-1.2M14.6 5.4l1.2-1.2',
  dark: 'M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z',
} as const

export type IconName = keyof typeof shapes

/** Always beside a text or inside something that has a name, so readers skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  )
}

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="logo-ground" d="M16 1.5 28.6 8.750v14.5L16 30.5 3.4 23.250V8.750z" />
      <path className="logo-mark" d="M10 22.5 16 9l6 13.5M12.6 17.4h6.8" />
    </svg>
  )
}
