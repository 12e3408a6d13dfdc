// Drawn on a 20 × 20 grid with one line width, so they look like one family.
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
  plus: 'M10 4v12M4 10h12',
  minus: 'M4 10h12',
  close: 'M5 5l10 10M15 5 5 15',
  down: 'M5 7.5l5 5 5-5',
  up: 'M5 12.5l5-5 5 5',
  left: 'M12.5 5l-5 5 5 5',
  right: 'M7.5 5l5 5-5 5',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  more: 'M4.5 10v.1M10 10v.1M15.5 10v.1',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
  filter: 'M3 4.5h14L11.5 11v5l-3-1.5V11z',
  overview: 'M3 16.5h14M5 16v-5M9 16V6M13 16V9M17 16V4',
  jobs: 'M4 4.5h12M4 8.2h12M4 11.8h12M4 15.5h7',
  catalogue:
    'M3.5 3.500h5.500v5.500h-5.500zM11 3.500h5.500v5.500H11zM3.500 11h5.500v5.500h-5.500zM11 11h5.500v5.500H11z',
  bell: 'M5 13.500V9a5 5 0 0 1 10 0v4.500l1.500 1.500h-13zM8.500 17.500h3',
  case: 'M2.500 6.500h15v10h-15zM7 6.500v-3h6v3M2.500 11h15',
  task: 'M3.500 3.500h13v13h-13zM6.500 10l2.500 2.500 4.500-5',
  organization:
    'M3.500 17V3.500h8V17M11.500 8h5v9M2 17h16M6 6.500h3M6 9.500h3M6 12.500h3M14 11v.1M14 14v.1',
  platform: 'M10 2.500 17 6l-7 3.500L3 6zM3 10l7 3.500 7-3.500M3 14l7 3.500 7-3.500',
  user: 'M10 10.500a3.700 3.700 0 1 0 0-7.400 3.700 3.700 0 0 0 0 7.400zM3 17.500c.5-3 3.300-4.500 7-4.500s6.500 1.500 7 4.500',
  observable:
    'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM10 12.800a2.800 2.800 0 1 0 0-5.600 2.800 2.800 0 0 0 0 5.600z',
  refresh: 'M16 10a6 6 0 1 1-1.800-4.300M16 2.500v3.700h-3.700',
  download: 'M10 3v10M5.500 8.800 10 13.200l4.500-4.400M3.500 17h13',
  upload: 'M10 14V4M5.500 8.200 10 3.800l4.500 4.400M3.500 17h13',
  print: 'M5.500 7V2.500h9V7M5.500 14h-3V7h15v7h-3M5.500 11.500h9v6h-9z',
  trash:
    'M3.500 5.500h13M8 5.500V3h4v2.500M5.500 5.500l.8 11.500h7.400l.8-11.500M8.500 9v5M11.500 9v5',
  edit: 'M3.500 16.500l.7-3.500L13 4.200l2.800 2.800L7 15.800z',
  play: 'M6 3.800v12.400L16 10z',
  stop: 'M5 5h10v10H5z',
  pause: 'M7 4.5v11M13 4.5v11',
  star: 'M10 2.800l2.200 4.700 5.100.6-3.800 3.500 1 5.100-4.500-2.500-4.500 2.500 1-5.100L2.700 8.100l5.100-.6z',
  flag: 'M5 17.500v-14h10l-2.500 4 2.500 4H5',
  link: 'M8.500 11.500l3-3M9.500 5.500l1.500-1.500a3.500 3.500 0 0 1 5 5l-1.500 1.500M10.500 14.500 9 16a3.500 3.500 0 0 1-5-5l1.500-1.500',
  lock: 'M5 9h10v8H5zM7 9V6.500a3 3 0 0 1 6 0V9',
  merge: 'M5 3.500v4c0 3 5 3 5 6v3M15 3.500v4c0 3-5 3-5 6M7 14l3 3 3-3',
  keyboard:
    'M2.500 5.500h15v9h-15zM5.500 8.500v.1M8.500 8.500v.1M11.500 8.500v.1M14.500 8.500v.1M6.500 11.500h7',
  settings:
    'M10 12.700a2.700 2.700 0 1 0 0-5.400 2.700 2.700 0 0 0 0 5.400zM10 2.500v2.300M10 15.200v2.300M2.500 10h2.300M15.200 10h2.300M4.700 4.700l1.600 1.600M13.700 13.700l1.600 1.600M4.700 15.300l1.600-1.600M13.700 6.300l1.600-1.600',
  folder: 'M2.5 5h5.500l2 2.500h7.500v9h-15z',
  file: 'M5 2.500h6.500L15 6v11.500H5zM11.500 2.500V6H15',
  fold: 'M12.500 4.500 7 10l5.500 5.500',
  // Levels and statuses: each has its own shape, so color is never alone.
  'level-info': 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM10 9v5M10 6.200v.1',
  'level-safe':
    'M10 2.500l6.500 2v5c0 4-2.700 6.700-6.500 8-3.800-1.300-6.500-4-6.500-8v-5zM7 10l2.200 2.300L13.200 8',
  'level-suspicious': 'M10 3 18 17H2zM10 8v4.500M10 14.700v.1',
  'level-malicious':
    'M7 2.500h6l4.500 4.500v6L13 17.500H7L2.500 13V7zM7.300 7.300l5.400 5.400M12.700 7.300l-5.400 5.400',
  'level-unknown':
    'M8.100 2.800a7.500 7.500 0 0 1 3.800 0M15 4.500a7.500 7.500 0 0 1 2.200 3.500M17.200 12A7.500 7.500 0 0 1 15 15.500M11.900 17.200a7.500 7.500 0 0 1-3.800 0M5 15.500A7.500 7.500 0 0 1 2.800 12M2.800 8A7.500 7.500 0 0 1 5 4.500M8 8a2 2 0 1 1 2.600 1.900c-.4.200-.6.500-.6 1.100M10 13.600v.1',
  'status-waiting': 'M10 17.500a7.500 7.500 0 1 0 0-15 7.500 7.500 0 0 0 0 15zM10 5.500V10l3 2',
  'status-running': 'M17.500 10A7.500 7.500 0 1 1 10 2.500',
  'status-success': 'M4 10.500 8.200 15 16 5.500',
  'status-failure': 'M3.500 3.500h13v13h-13zM7 7l6 6M13 7l-6 6',
  'not-applicable': 'M3 10a7 7 0 1 0 14 0a7 7 0 1 0-14 0M6.500 10h7',
  'status-deleted': 'M3.500 5.500h13M8 5.500V3h4v2.500M5.500 5.500l.8 11.500h7.400l.8-11.500',
} as const

export type IconName = keyof typeof shapes

/** Always next to a text or inside something that has a name, so screen readers skip it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" data-icon={name} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={shapes[name]} />
    </svg>
  )
}

/** For custom drawings. */
export const iconPath = (name: IconName): string => shapes[name]

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className="logo-ground" d="M16 1.5 28.6 8.750v14.5L16 30.5 3.4 23.250V8.750z" />
      <path className="logo-mark" d="M10 22.5 16 9l6 13.5M12.6 17.4h6.8" />
    </svg>
  )
}
